// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/mpi/session.hpp"
#include "network_test/engine/plane_cells.hpp"
#include "network_test/schedule/pair_order.hpp"
#include "tests/measuring/mpi/job.hpp"

#include <numeric>
#include <vector>

namespace fabricmap::network_test {

/// Everything that a Stage refers to, for all ranks of the job on one host and messages of one length.
class SmallStage {
  public:
    explicit SmallStage(std::int64_t length_bytes, std::int64_t incoming_messages = 1)
        : locations_(job_size(), RankLocation{"here", 0}),
          endpoints_(static_cast<std::size_t>(job_size())),
          watchdog_({std::chrono::seconds(30), false, own_rank()}),
          payload_(length_bytes),
          out_(length_bytes),
          in_(length_bytes * incoming_messages) {
        std::iota(endpoints_.begin(), endpoints_.end(), 0);
    }

    [[nodiscard]] Stage get() {
        return {comm_.get(),  RankIndex{own_rank()},
                job_size(),   locations_,
                endpoints_,   clock_,
                watchdog_,    payload_,
                out_,         in_,
                MPI_WIN_NULL, {}};
    }

    void give_each_rank_a_host() {
        for (const RankIndex rank : locations_.indices())
            locations_[rank] = {"h" + std::to_string(rank), rank};
    }
    void leave_out(int rank) { std::erase(endpoints_, rank); }

    /// The cells of a plane that are still to be measured.
    [[nodiscard]] static PlaneCells cells(Side holder) { return {own_rank(), job_size(), holder}; }

  private:
    Communicator comm_{MPI_COMM_WORLD};
    PerRank<RankLocation> locations_;
    std::vector<int> endpoints_;
    Clock clock_{false};
    Watchdog watchdog_;
    Payload payload_;
    MessageBuffer out_;
    MessageBuffer in_;
};

[[nodiscard]] inline bool is_corrupted(const CellStatistics& cell) {
    return cell.has(Quality::corrupted);
}

}  // namespace fabricmap::network_test
