// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace fabricmap::picture {

inline constexpr std::uint32_t sign_bit = 0x80000000U;

/// Numbers in the order of the values that they stand for; NaN beyond all.
[[nodiscard]] inline std::uint32_t place_of(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}

/// The inverse.
[[nodiscard]] inline float value_at(std::uint32_t place) noexcept {
    return std::bit_cast<float>((place & sign_bit) != 0 ? place & ~sign_bit : ~place);
}

/// The upper half of a place: values of one step differ by less than 0.8 %.
inline constexpr int step_bits = 16;

}  // namespace fabricmap::picture
