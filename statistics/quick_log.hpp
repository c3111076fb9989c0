// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <numbers>

namespace fabricmap {

/// The natural logarithm of a number of at least 1, to 2e-7 of it or of 1; infinity and NaN of themselves. It
/// is a few multiplications and one division, without a call or a table.
[[nodiscard]] inline float quick_log(float value) noexcept {
    constexpr int bits_of_mantissa = 23;
    // The bits of a float lie near the logarithm: those of √½ are taken off, so that the exponent is that of
    // the nearest power of 2, and what is left of the value lies between √½ and √2.
    constexpr std::uint32_t root_of_half = 0x3F35'04F3U;
    const std::uint32_t beyond = std::bit_cast<std::uint32_t>(value) - root_of_half;
    const std::uint32_t exponent = beyond >> bits_of_mantissa;
    const auto rest = std::bit_cast<float>(beyond - (exponent << bits_of_mantissa) + root_of_half);
    // The series of 2 artanh(s), of which the fifth term is below 1e-7.
    const float s = (rest - 1) / (rest + 1);
    const float square = s * s;
    const float of_rest = 2 * s * (1 + square * (1.0F / 3 + square * (1.0F / 5 + square * (1.0F / 7))));
    const float logarithm = static_cast<float>(exponent) * std::numbers::ln2_v<float> + of_rest;
    return value < std::numeric_limits<float>::infinity() ? logarithm : value;
}

}  // namespace fabricmap
