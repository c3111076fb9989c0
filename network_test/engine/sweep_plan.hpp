// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/part_times.hpp"
#include "network_test/engine/sweep_context.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// What will be measured, in which order, and what it takes. All ranks make it together.
class SweepPlan {
  public:
    /// Settles in which schedule the lengths, which are in their order, will be measured, and measures a
    /// few visits in a trial run to estimate how long that takes. Throws RunError where the clocks are too
    /// coarse for it.
    SweepPlan(SweepContext& context, ScheduleKind wanted, std::vector<std::int64_t> lengths);

    [[nodiscard]] ScheduleKind kind() const noexcept { return kind_; }
    [[nodiscard]] const std::vector<std::int64_t>& lengths() const noexcept { return lengths_; }
    /// The order of a plane's parts.
    [[nodiscard]] Shuffle order_of(const PlaneSchedule& schedule, std::int64_t length_bytes) const;

    /// What the planes from that one on take, each, by what the schedule knows now; s. Without the disk.
    [[nodiscard]] std::vector<double> plane_seconds(Effort effort, const PlaneSchedule& schedule,
                                                    std::size_t first_plane = 0) const;
    /// The pace of a plane that may take so long.
    [[nodiscard]] Pace pace_of(double span_s, std::int64_t length_bytes) const;

    /// What is going to happen, for --dry-run.
    [[nodiscard]] std::string text() const;

  private:
    [[nodiscard]] PartTimes run_trial(Effort effort);
    /// Rather than after the plane, which may take long.
    void refuse_quick_pairs(std::int64_t length_bytes, const PlaneCells& cells) const;
    [[nodiscard]] double seconds(Effort effort) const;

    SweepContext& context_;
    std::vector<std::int64_t> lengths_;
    ScheduleKind kind_;
    /// That of the trial run. What it has seen is not part of the measurement, but all there is of
    /// a plan.
    std::unique_ptr<PlaneSchedule> schedule_;
    double calibration_s_ = 0;  ///< what PlaneSchedule::calibrate took
    double disk_s_ = 0;         ///< what the disk takes for a length; on rank 0
    PartTimes full_times_;
    PartTimes min_times_;
};

}  // namespace fabricmap::network_test
