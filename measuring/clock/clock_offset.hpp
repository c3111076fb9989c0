// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace fabricmap {

/// A moment or a span of the measuring clock. Integers, because a double that holds seconds since 1970
/// resolves nothing below 238 ns apart.
using Nanoseconds = std::int64_t;

/// Divide by it: the quotient is the double nearest to the decimal number, the product with 1e-9 often is
/// not.
inline constexpr double nanoseconds_per_second = 1e9;

/// What to add to one clock to get another, whose time is here called common; it changes as they drift apart.
/// Only the change since the reference passes through a double, so no nanosecond is lost however long the
/// clocks have been running.
struct ClockOffset {
    Nanoseconds reference = 0;     ///< a moment of the own clock
    Nanoseconds at_reference = 0;  ///< to be added then
    double drift = 0;              ///< to be added besides for each nanosecond since; 50e-6 is 50 ppm

    [[nodiscard]] Nanoseconds at(Nanoseconds own) const noexcept {
        return at_reference + std::llround(drift * static_cast<double>(own - reference));
    }
    [[nodiscard]] Nanoseconds common(Nanoseconds own) const noexcept { return own + at(own); }

    /// The moment of the own clock at which the common time is `common`.
    [[nodiscard]] Nanoseconds own(Nanoseconds common) const noexcept {
        const Nanoseconds since = common - reference - at_reference;
        return reference + since - std::llround(drift / (1 + drift) * static_cast<double>(since));
    }

    /// From the own clock to the one that `next` leads to from this one's common time.
    [[nodiscard]] ClockOffset then(const ClockOffset& next) const noexcept {
        return {reference, next.common(common(reference)) - reference,
                drift + next.drift + drift * next.drift};
    }
};

}  // namespace fabricmap
