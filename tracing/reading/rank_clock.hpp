// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/recording.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::tracing {

/// From the ticks of a rank to the run's common time, that of rank 0.
class RankClock {
  public:
    RankClock() = default;
    /// `moments` ascending, at least one.
    explicit RankClock(const std::vector<Moment>& moments);

    /// The rank's monotonic clock. Beyond the moments that are known the clock is taken to go on as between
    /// the first and the last of them.
    [[nodiscard]] double monotonic_ns(std::uint64_t ticks) const noexcept;

    /// Seconds of the common time since the run's origin.
    [[nodiscard]] double seconds(std::uint64_t ticks) const noexcept {
        const double own = monotonic_ns(ticks);
        return (own + offset_ns_ + drift_ * (own - reference_ns_) - origin_ns_) * 1e-9;
    }
    [[nodiscard]] double seconds_per_tick() const noexcept { return ns_per_tick_ * 1e-9; }
    /// How wrong the common time may be, in seconds.
    [[nodiscard]] double error_bound_s() const noexcept { return error_s_; }

  private:
    friend std::vector<RankClock> clocks_of(const Recording& recording);

    /// Where nothing else relates two worlds.
    void take_time_of_day(const FileHeader& own, const FileHeader& of_first) noexcept;

    std::vector<Moment> moments_;
    double ns_per_tick_ = 1;
    double offset_ns_ = 0;  ///< to be added at the reference
    double drift_ = 0;      ///< and for each nanosecond since
    double reference_ns_ = 0;
    double origin_ns_ = 0;
    double error_s_ = 0;
};

/// The clocks of all ranks, by rank. The origin is the first start of a rank; ranks that are missing have the
/// clock of nobody. A rank that was killed saw its parent's clock once: from then on it may drift.
[[nodiscard]] std::vector<RankClock> clocks_of(const Recording& recording);

}  // namespace fabricmap::tracing
