// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock_exchange.hpp"

#include <deque>

namespace fabricmap {

/// The straight line through the latest readings of a peer's clock: offset and drift, by least squares with
/// the weights 1 / half_trip², so that a reading that was disturbed counts for little.
///
/// At a reading the line is wrong by at most the reading's half trip and the line's distance from it; away
/// from it by as much more as the drift can be wrong, which the first and the last reading bound. This holds
/// for every clock that runs evenly between the readings.
class ClockFit {
  public:
    /// Clocks run evenly for a while only: temperature and time servers change their rate.
    static constexpr std::size_t max_readings = 10;

    /// Readings come in the order of their moments.
    void add(const ClockReading& reading);

    /// Refers to the latest reading. Needs one reading; from one alone the drift is taken to be 0.
    [[nodiscard]] const ClockOffset& line() const noexcept { return line_; }
    /// How wrong the line may be at that moment of the own clock, in nanoseconds.
    [[nodiscard]] double error_bound_ns(Nanoseconds own) const noexcept;
    /// How wrong the drift may be.
    [[nodiscard]] double drift_bound() const noexcept { return drift_bound_; }
    /// How wrong the line was at the moment of a reading that it does not know, in nanoseconds, at most. A
    /// disturbed reading that does not contradict the line says nothing against it.
    [[nodiscard]] double miss_ns(const ClockReading& fresh) const noexcept;

  private:
    void draw_line() noexcept;
    [[nodiscard]] double bound_at_reading_ns(const ClockReading& reading) const noexcept;

    std::deque<ClockReading> readings_;
    ClockOffset line_;
    double drift_bound_ = 0;
};

}  // namespace fabricmap
