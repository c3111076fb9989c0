// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_sink.hpp"
#include "network_test/engine/slow_so_far.hpp"
#include "network_test/engine/sweep_plan.hpp"
#include "network_test/engine/time_budget.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Carries a plan out. All ranks make it together and call its members together.
class Sweep {
  public:
    /// Both must outlive it.
    Sweep(SweepContext& context, const SweepPlan& plan);

    /// What the planes so far have shown of the run beside delays, and how many they are.
    using KeepFindings = std::function<void(const RunDescription& found, std::size_t planes)>;

    /// Measures the planes of the plan's lengths and hands each to the sink, which is there on rank 0; calls
    /// `keep` there before each commit, and counts in `complete` the planes that are committed. Ends early
    /// when the time given has run out. Returns rank 0's digests of the planes. Errors of the sink are thrown
    /// on every rank.
    std::vector<PlaneDigest> measure(RunSink* sink, const KeepFindings& keep,
                                     std::atomic<std::int64_t>& complete);

    /// Lines of the schedule for the summary.
    [[nodiscard]] std::string account() const { return schedule_->account(); }

  private:
    [[nodiscard]] PlaneCells measure_plane(std::int64_t length_bytes, const Pace& pace);
    /// What the next plane may take, in seconds; nothing where the sweep must end.
    [[nodiscard]] std::optional<double> time_for_next_plane(const std::optional<TimeBudget>& budget) const;
    void collect(const PlaneCells& cells, RunSink* sink, PlaneDigest& digest,
                 const std::function<void(const RunDescription&)>& keep);
    void write_rows(const std::vector<CellStatistics>& own_row, RunSink& sink, PlaneDigest& digest,
                    const std::function<void()>& before_commit);

    SweepContext& context_;
    const SweepPlan& plan_;
    std::unique_ptr<PlaneSchedule> schedule_;
    SlowSoFar slow_so_far_;  ///< of rank 0
};

}  // namespace fabricmap::network_test
