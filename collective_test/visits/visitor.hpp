// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/algorithms/algorithms.hpp"
#include "collective_test/request/options.hpp"
#include "collective_test/start/series.hpp"
#include "collective_test/visits/buffer_pool.hpp"
#include "collective_test/visits/groups.hpp"
#include "collective_test/visits/order.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/mpi/waiting.hpp"
#include "measuring/roster.hpp"
#include "measuring/watch/watchdog.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fabricmap::collective_test {

/// What visits are made with; must outlive who makes them.
struct VisitContext {
    const Options& options;
    const CollectiveRun& run;  ///< its lists of names, which are the same on all ranks
    const std::vector<RankLocation>& locations;
    const Roster& roster;
    const Session& session;
    Watchdog& watchdog;
    const Algorithms* algorithms = nullptr;  ///< where some are forced
};

/// A rank found something else in its buffers than the operation had to leave there.
struct WrongResult {
    CollectiveCell cell;
    int rank = no_index;  ///< of the job
};

/// Runs that were made.
struct RunCounts {
    std::int64_t counted = 0;
    std::int64_t missed = 0;  ///< see SeriesRuns
};

/// Makes visits, on all ranks of the job together.
class Visitor {
  public:
    /// Synchronises the clocks of those that take part. Clock and pool must outlive it.
    Visitor(const VisitContext& context, const Clock& clock, BufferPool& pool);

    /// The visit of the order, on rank 0: one for each group. `group_of_rank`: of a split order, by rank of
    /// the job, else empty; negative for those that take no part. Without a slot it finds one.
    [[nodiscard]] std::vector<CollectiveVisit> visit(const VisitOrder& order,
                                                     std::span<const int> group_of_rank);

    [[nodiscard]] const Clock& clock() const noexcept { return clock_; }
    [[nodiscard]] MPI_Comm control() const noexcept { return control_.get(); }
    [[nodiscard]] const IdleWaiting& idle() const noexcept { return idle_; }
    /// Of all visits, on rank 0.
    [[nodiscard]] const RunCounts& counts() const noexcept { return counts_; }
    /// Of this rank, with --check.
    [[nodiscard]] const std::vector<WrongResult>& wrong_results() const noexcept { return wrong_results_; }

  private:
    void check_clocks();
    /// On rank 0, from the first rank of a group.
    [[nodiscard]] std::vector<double> record_of(const Group& group, int runs) const;
    [[nodiscard]] std::vector<double> measure(const VisitOrder& order, const Group& group);
    void verify(const VisitOrder& order, Call& call, const BufferNeed& need, MPI_Comm comm);
    [[nodiscard]] CallShape shape_of(const VisitOrder& order, const Group& group);
    /// The group's, or a duplicate on which the cell's algorithm is taken, made once. Called by all of the
    /// group together.
    [[nodiscard]] MPI_Comm communicator_for(const CollectiveCell& cell, const Group& group);
    [[nodiscard]] CollectiveVisit composed(const VisitOrder& order, const Group& group,
                                           std::span<const double> record) const;

    VisitContext context_;
    const Clock& clock_;
    IdleWaiting idle_;
    Communicator control_;
    Communicator endpoints_comm_;
    std::optional<CommonClock> common_;
    std::optional<Series> series_;
    BufferPool& pool_;
    Groups groups_;
    /// By members and algorithm: groups of one size are many where ranks are split.
    std::map<std::pair<std::vector<int>, int>, std::unique_ptr<Communicator>> forced_;
    std::uint64_t visits_ = 0;
    RunCounts counts_;
    std::vector<WrongResult> wrong_results_;
};

}  // namespace fabricmap::collective_test
