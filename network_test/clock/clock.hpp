// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fabricmap::network_test {

/// A moment or a span of the measuring clock. Integers, because a double that holds seconds since 1970 tells
/// nothing below 238 ns apart.
using Nanoseconds = std::int64_t;

/// Divide by it: the quotient is the double nearest to the decimal number, the product with 1e-9 often is
/// not.
inline constexpr double nanoseconds_per_second = 1e9;

/// What one repetition lies between, in nanoseconds of the measuring rank's clock.
struct Interval {
    Nanoseconds start = 0;
    Nanoseconds end = 0;
};

/// The clock that measures: the machine's monotonic clock, or MPI_Wtime where the MPI library simulates time.
class Clock {
  public:
    explicit Clock(bool simulated) noexcept : simulated_(simulated) {}

    [[nodiscard]] Nanoseconds now() const noexcept { return simulated_ ? simulated_now() : monotonic_now(); }
    [[nodiscard]] bool simulated() const noexcept { return simulated_; }

    /// The smallest step that this clock was seen to make, measured.
    [[nodiscard]] Nanoseconds resolution() const;

  private:
    [[nodiscard]] static Nanoseconds monotonic_now() noexcept;
    [[nodiscard]] static Nanoseconds simulated_now() noexcept;

    bool simulated_;
};

}  // namespace fabricmap::network_test
