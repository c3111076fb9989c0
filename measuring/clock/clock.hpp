// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock_offset.hpp"

namespace fabricmap {

/// What one repetition lies between, in nanoseconds of the measuring rank's clock.
struct Interval {
    Nanoseconds start = 0;
    Nanoseconds end = 0;
};

/// The clock that measures: the machine's monotonic clock, or MPI_Wtime where the MPI library simulates time.
class Clock {
  public:
    explicit Clock(bool simulated) noexcept : source_(simulated ? Source::simulation : Source::machine) {}
    /// A clock that runs off the machine's by what is planted (its "own" is the machine's time), so that what
    /// is found by messages can be held against the truth.
    explicit Clock(const ClockOffset& planted) noexcept : source_(Source::planted), planted_(planted) {}

    [[nodiscard]] Nanoseconds now() const noexcept {
        return source_ == Source::machine ? machine_now() : now_elsewhere();
    }
    [[nodiscard]] bool simulated() const noexcept { return source_ == Source::simulation; }

    /// The smallest step that this clock was seen to make, measured.
    [[nodiscard]] Nanoseconds resolution() const;

  private:
    enum class Source : std::uint8_t { machine, simulation, planted };

    [[nodiscard]] static Nanoseconds machine_now() noexcept;
    [[nodiscard]] Nanoseconds now_elsewhere() const noexcept;

    Source source_;
    ClockOffset planted_;
};

}  // namespace fabricmap
