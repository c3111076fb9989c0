// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock_offset.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace fabricmap {

/// What one repetition lies between, in nanoseconds of the measuring rank's clock.
struct Interval {
    Nanoseconds start = 0;
    Nanoseconds end = 0;
};

/// The source of time.
enum class ClockKind : std::uint8_t {
    monotonic,  ///< the machine's monotonic clock; the ranks of a host share it
    mpi,        ///< MPI_Wtime, whose origin may be each rank's own
    tsc,        ///< the processor's time stamp counter, at a rate that each rank finds for itself
};

inline constexpr std::array all_clock_kinds{ClockKind::monotonic, ClockKind::mpi, ClockKind::tsc};

/// "monotonic", "mpi", "tsc".
[[nodiscard]] std::string_view name_of(ClockKind kind) noexcept;

/// The rate of the time stamp counter, in nanoseconds of the monotonic clock.
struct CounterRate {
    std::uint64_t count = 0;  ///< at the moment
    Nanoseconds moment = 0;
    double ns_per_count = 0;
};

/// The clock that measures: the machine's monotonic clock, or MPI_Wtime where the MPI library simulates time.
class Clock {
  public:
    explicit Clock(bool simulated) noexcept : source_(simulated ? Source::simulation : Source::machine) {}
    /// Of this kind; under a simulator MPI_Wtime whatever was asked for. The counter's rate is measured,
    /// which takes a fifth of a second. Throws RunError where this processor has no counter that runs evenly.
    Clock(ClockKind kind, bool simulated);
    /// A clock that runs off the machine's by what is planted (its "own" is the machine's time), so that what
    /// is found by messages can be held against the truth.
    explicit Clock(const ClockOffset& planted) noexcept : source_(Source::planted), planted_(planted) {}

    [[nodiscard]] Nanoseconds now() const noexcept {
        return source_ == Source::machine ? machine_now() : now_elsewhere();
    }
    [[nodiscard]] bool simulated() const noexcept { return source_ == Source::simulation; }
    /// Whether the ranks of a host read one clock; otherwise each has its own.
    [[nodiscard]] bool is_of_host() const noexcept {
        return source_ == Source::machine || source_ == Source::simulation;
    }

    /// The smallest step that this clock was seen to make, measured.
    [[nodiscard]] Nanoseconds resolution() const;

  private:
    enum class Source : std::uint8_t { machine, simulation, planted, mpi, counter };

    [[nodiscard]] static Nanoseconds machine_now() noexcept;
    [[nodiscard]] Nanoseconds now_elsewhere() const noexcept;

    Source source_;
    ClockOffset planted_;
    CounterRate counter_;
};

}  // namespace fabricmap
