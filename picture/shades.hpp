// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/scaling.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fabricmap::picture {

/// Values to one of 240 shades, 0 the fastest: what a GreyScale says, in steps that a screen can show, and
/// fast enough for every pixel of a window.
class Shades {
  public:
    static constexpr int count = 240;
    /// Further numbers that a pixel may have.
    static constexpr std::uint8_t missing = 240;  ///< not measured
    static constexpr std::uint8_t hatch = 241;    ///< a line of its hatch
    static constexpr std::uint8_t never = 242;    ///< never measured
    static constexpr std::uint8_t unread = 243;   ///< not read yet
    static constexpr std::uint8_t outside = 244;  ///< no cell

    explicit Shades(const GreyScale& scale);

    /// round(position × 239); NaN gives `missing`.
    [[nodiscard]] std::uint8_t operator()(float value) const noexcept;
    [[nodiscard]] const GreyScale& scale() const noexcept { return scale_; }

  private:
    GreyScale scale_;
    std::array<float, count> begins_{};      ///< the least value of each shade
    std::vector<std::uint8_t> first_guess_;  ///< by the upper half of a value's bits
};

/// How shades look on a screen. Grey and the two of equal steps have the slowest darkest.
enum class Palette : std::uint8_t { grey, viridis, cividis, diverging, categories };

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    friend bool operator==(const Colour&, const Colour&) = default;
};

/// A colour for every shade and for the further numbers. Diverging: blue below the middle, white there,
/// orange above it. Categories: neighbours differ.
[[nodiscard]] std::array<Colour, 256> colours_of(Palette palette) noexcept;

}  // namespace fabricmap::picture
