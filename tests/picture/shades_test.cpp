// SPDX-License-Identifier: Apache-2.0
#include "picture/shades.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <tuple>

namespace fabricmap::picture {
namespace {

RC_GTEST_PROP(Shades, AreTheRoundedPositionOfTheScaleForEveryValue, ()) {
    const double lowest = *rc::gen::element(0.0, 1e-9, 1e-6, 0.9999, 5.0);
    const double span = *rc::gen::element(0.0, 1e-12, 1e-6, 1e-3, 1.0, 1e9);
    const auto kind = *rc::gen::element(Scale::linear, Scale::logarithmic);
    const GreyScale scale({lowest, lowest + span}, kind);
    const Shades shades(scale);
    const auto share = *rc::gen::inRange(-100, 1200);
    const auto value = static_cast<float>(lowest + share * 1e-3 * (span > 0 ? span : 1e-6));
    const auto expected = std::lround(scale.position(static_cast<double>(value)) * 239);
    RC_ASSERT(static_cast<long>(shades(value)) == expected);
}

TEST(Shades, SetMissingValuesApart) {
    const Shades shades(GreyScale({1, 2}));
    EXPECT_EQ(shades(std::numeric_limits<float>::quiet_NaN()), Shades::missing);
    EXPECT_EQ(shades(std::numeric_limits<float>::infinity()), 239);
    EXPECT_EQ(shades(-std::numeric_limits<float>::infinity()), 0);
    EXPECT_EQ(shades(-0.0F), 0);
}

TEST(Shades, OfTheGreyPaletteGoEvenlyFromLightGreyToBlack) {
    const Shades shades(GreyScale({0, 239}));
    const auto colours = colours_of(Palette::grey);
    for (int value = 0; value < 240; ++value)
        EXPECT_NEAR(colours[shades(static_cast<float>(value))].red, 233.5 * (239 - value) / 239, 0.6)
            << value;
    EXPECT_EQ(colours[Shades::missing], (Colour{255, 255, 255})) << "which no value has";
}

/// Brightness as the eye sees it (ITU-R BT.709).
double brightness(const Colour& colour) {
    return 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue;
}

TEST(Palettes, GetDarkerTheSlowerAValueIs) {
    for (const Palette palette : {Palette::grey, Palette::viridis, Palette::cividis}) {
        const auto colours = colours_of(palette);
        for (std::size_t shade = 10; shade < Shades::count; shade += 10) {
            EXPECT_LT(brightness(colours[shade]), brightness(colours[shade - 10])) << shade;
        }
    }
}

TEST(Palettes, DivergeFromALightMiddle) {
    const auto colours = colours_of(Palette::diverging);
    EXPECT_GT(brightness(colours[120]), 240);
    EXPECT_LT(brightness(colours[0]), 80);
    EXPECT_LT(brightness(colours[239]), 80);
    EXPECT_GT(colours[0].blue, colours[0].red);
    EXPECT_GT(colours[239].red, colours[239].blue);
}

TEST(Palettes, GiveEachOfManyCategoriesItsOwnColour) {
    const auto colours = colours_of(Palette::categories);
    std::set<std::tuple<int, int, int>> different;
    for (std::size_t shade = 0; shade < 60; ++shade) {
        different.insert({colours[shade].red, colours[shade].green, colours[shade].blue});
    }
    EXPECT_EQ(different.size(), 60U);
}

TEST(Colours, TellWhatIsNeverMeasuredFromTheMiddleOfTwoColours) {
    const auto colours = colours_of(Palette::diverging);
    EXPECT_GT(colours[Shades::count / 2].red - colours[Shades::never].red, 30);
}

}  // namespace
}  // namespace fabricmap::picture
