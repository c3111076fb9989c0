// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

namespace fabricmap::diagnosis {

/// Degrees of freedom of the Student distribution that noise is taken to have.
inline constexpr float tail_degrees = 4;

/// The cost, in nats, of a value that lies z deviations from what is expected: less the logarithm of the
/// density of Student's t, up to a constant.
[[nodiscard]] inline float misfit(float z) noexcept {
    return (tail_degrees + 1) / 2 * std::log1p(z * z / tail_degrees);
}

/// Centre and deviation of the healthy bulk.
struct Spread {
    float centre = 0;
    float deviation = 0;
};

/// By the shortest interval that holds two fifths of the values, so that a second mode does not widen it.
/// Sorts the values; there is one at least.
[[nodiscard]] Spread spread_of(std::vector<float>& values);

/// The middle of the lowest mode that holds a quarter of the values, as faults make others above it. Sorts
/// the values; there is one at least.
[[nodiscard]] float healthy_centre_of(std::vector<float>& values);

/// The deviation of noise: as wide as the lower tail says, where faults are not, though by less than a factor
/// of 1.8, or a second mode below would count as noise. Sorts the values; there is one at least.
[[nodiscard]] float noise_of(std::vector<float>& values);

/// -f ln f - (1 - f) ln (1 - f).
[[nodiscard]] double entropy_of(double fraction) noexcept;

}  // namespace fabricmap::diagnosis
