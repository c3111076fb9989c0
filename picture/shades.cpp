// SPDX-License-Identifier: Apache-2.0
#include "picture/shades.hpp"

#include "picture/float_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace fabricmap::picture {
namespace {

int shade_of(const GreyScale& scale, float value) noexcept {
    return static_cast<int>(std::lround(scale.position(static_cast<double>(value)) * (Shades::count - 1)));
}

/// The least value that has that shade or a slower one.
float begin_of(const GreyScale& scale, int shade) noexcept {
    std::uint32_t low = place_of(-std::numeric_limits<float>::infinity());
    std::uint32_t high = place_of(std::numeric_limits<float>::infinity());
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (shade_of(scale, value_at(middle)) >= shade) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return value_at(low);
}

constexpr Colour white{255, 255, 255};

Colour grey_of(double brightness) noexcept {
    const auto grey = static_cast<std::uint8_t>(std::lround(brightness));
    return {grey, grey, grey};
}

std::uint8_t between(std::uint8_t one, std::uint8_t other, double fraction) noexcept {
    return static_cast<std::uint8_t>(std::lround(one + fraction * (other - one)));
}

/// On the straight lines between the marks, which lie at even distances.
Colour between_marks(std::span<const Colour> marks, double fraction) noexcept {
    const double place = fraction * static_cast<double>(marks.size() - 1);
    const auto before = std::min(static_cast<std::size_t>(place), marks.size() - 2);
    const double rest = place - static_cast<double>(before);
    const Colour& one = marks[before];
    const Colour& other = marks[before + 1];
    return {between(one.red, other.red, rest), between(one.green, other.green, rest),
            between(one.blue, other.blue, rest)};
}

// Nine marks of the map by van der Walt and Smith (matplotlib, 2015), from its light end.
constexpr std::array viridis{Colour{253, 231, 37}, Colour{173, 220, 48}, Colour{94, 201, 98},
                             Colour{40, 174, 128}, Colour{33, 145, 140}, Colour{44, 114, 142},
                             Colour{59, 82, 139},  Colour{71, 45, 123},  Colour{68, 1, 84}};
// Of the map by Nuñez, Anderton and Renslow (PLoS ONE 13, 2018), which looks alike to the colour-blind.
constexpr std::array cividis{Colour{254, 232, 56},  Colour{225, 204, 85},  Colour{195, 179, 105},
                             Colour{165, 156, 116}, Colour{138, 134, 120}, Colour{112, 113, 115},
                             Colour{87, 93, 109},   Colour{59, 73, 107},   Colour{18, 53, 112},
                             Colour{0, 34, 78}};
constexpr std::array diverging{Colour{5, 48, 97},     Colour{67, 147, 195},  Colour{209, 229, 240},
                               Colour{250, 250, 250}, Colour{253, 219, 180}, Colour{224, 130, 20},
                               Colour{127, 59, 8}};

/// Turns by the golden angle, so that numbers near each other look far apart; brightness alternates for those
/// who see no hue.
Colour of_category(int number) noexcept {
    constexpr double golden_ratio = 0.618033988749895;
    constexpr std::array brightness{0.95, 0.55, 0.8, 0.4};
    const double hue = std::fmod(0.6 + number * golden_ratio, 1.0) * 6;
    const double light = 255 * brightness[static_cast<std::size_t>(number) % brightness.size()];
    const auto part = [&](double offset) {
        const double ramp = std::clamp(std::abs(std::fmod(hue + offset, 6) - 3) - 1, 0.0, 1.0);
        constexpr double saturation = 0.6;
        return static_cast<std::uint8_t>(std::lround(light * (1 - saturation + saturation * ramp)));
    };
    return {part(0), part(4), part(2)};
}

Colour colour_of(Palette palette, int shade) noexcept {
    const double fraction = shade / (Shades::count - 1.0);
    switch (palette) {
        case Palette::viridis:
            return between_marks(viridis, fraction);
        case Palette::cividis:
            return between_marks(cividis, fraction);
        case Palette::diverging:
            return between_marks(diverging, fraction);
        case Palette::categories:
            return of_category(shade);
        case Palette::grey:
            break;
    }
    // White is no value's grey: it stands for cells that were not measured.
    constexpr double lightest = 233.46;
    return grey_of(lightest * (1 - fraction));
}

}  // namespace

Shades::Shades(const GreyScale& scale) : scale_(scale) {
    begins_[0] = -std::numeric_limits<float>::infinity();
    for (int shade = 1; shade < count; ++shade) {
        begins_[static_cast<std::size_t>(shade)] = begin_of(scale, shade);
    }
    first_guess_.resize((std::size_t{1} << step_bits) + 1, count - 1);
    std::size_t shade = 0;
    for (std::uint32_t upper = 0; upper < (1U << step_bits); ++upper) {
        while (shade + 1 < count && place_of(begins_[shade + 1]) <= upper << step_bits) ++shade;
        first_guess_[upper] = static_cast<std::uint8_t>(shade);
    }
}

std::uint8_t Shades::operator()(float value) const noexcept {
    if (std::isnan(value)) return missing;
    const std::size_t upper = place_of(value) >> step_bits;
    const std::size_t first = first_guess_[upper];
    const std::size_t last = first_guess_[upper + 1];
    const auto begin = begins_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
    const auto end = begins_.begin() + static_cast<std::ptrdiff_t>(last) + 1;
    return static_cast<std::uint8_t>(std::upper_bound(begin, end, value) - begins_.begin() - 1);
}

std::array<Colour, 256> colours_of(Palette palette) noexcept {
    std::array<Colour, 256> colours{};
    for (int shade = 0; shade < Shades::count; ++shade) {
        colours[static_cast<std::size_t>(shade)] = colour_of(palette, shade);
    }
    colours[Shades::missing] = white;
    colours[Shades::hatch] = grey_of(117);
    // The middle of the two colours is nearly white.
    colours[Shades::never] = palette == Palette::diverging ? Colour{205, 205, 205} : white;
    colours[Shades::unread] = {247, 241, 224};
    colours[Shades::outside] = white;
    return colours;
}

}  // namespace fabricmap::picture
