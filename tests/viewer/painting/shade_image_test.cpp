// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/shade_image.hpp"

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

TEST(DrawnCells, KeepTheExtremesOfAPixelInEitherDirection) {
    // Two by two pixels of 100 × 100 cells: a slow one among them, a fast one, both, none.
    Matrix cells = Matrix::Constant(200, 200, 1);
    cells(10, 20) = 4;
    cells(50, 150) = 0.125;
    cells(110, 10) = 2;
    cells(111, 11) = 0.25;
    picture::Pyramid pyramid(200, 200, {});
    pyramid.append(cells);
    const picture::AxisView axis{0, 100, 2};
    const Legend legend{picture::GreyScale({0.125, 8}, picture::Scale::logarithmic),
                        picture::Palette::diverging, Quantity::ratio, Content::expected};
    const picture::Shades shades(legend.scale);
    EXPECT_EQ(draw_cells(pyramid, nullptr, {axis, axis}, legend, picture::Fold::maximum).pixels,
              (std::vector<std::uint8_t>{shades(4), shades(0.125), shades(0.25), shades(1)}));
    Legend of_delays = legend;
    of_delays.content = Content::delay;
    EXPECT_EQ(draw_cells(pyramid, nullptr, {axis, axis}, of_delays, picture::Fold::maximum).pixels,
              (std::vector<std::uint8_t>{shades(4), shades(1), shades(2), shades(1)}));
}

}  // namespace
}  // namespace fabricmap::viewer
