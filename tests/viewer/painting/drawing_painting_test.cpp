// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/drawing_painting.hpp"

#include <gtest/gtest.h>

namespace fabricmap::viewer {
namespace {

TEST(ShadeImage, HasEachPixelsColourAlsoWhereLinesArePadded) {
    // Lines of images begin at multiples of four bytes; three pixels need padding.
    picture::ShadePicture shades{3, 2, {0, 120, 239, picture::Shades::missing, picture::Shades::hatch, 7}, 0};
    const QImage image = shade_image(shades, picture::Palette::viridis);
    ASSERT_EQ(image.size(), QSize(3, 2));
    const auto colours = picture::colours_of(picture::Palette::viridis);
    for (int k = 0; k < 6; ++k) {
        const picture::Colour& colour = colours.at(shades.pixels[static_cast<std::size_t>(k)]);
        EXPECT_EQ(image.pixel(k % 3, k / 3), qRgb(colour.red, colour.green, colour.blue)) << k;
    }
}

TEST(ShadeImage, IsEmptyWithoutPixels) {
    EXPECT_TRUE(shade_image({}, picture::Palette::grey).isNull());
}

}  // namespace
}  // namespace fabricmap::viewer
