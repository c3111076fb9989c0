// SPDX-License-Identifier: Apache-2.0
#include "picture/output/png.hpp"

#include "base/errors.hpp"
#include "tests/picture/png_decoder.hpp"

#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

constexpr Colour white_pixel{255, 255, 255};
constexpr Colour black_pixel{0, 0, 0};

ShadePicture all_shades() {
    ShadePicture shades{16, 15, {}, 0};
    for (int shade = 0; shade < Shades::count; ++shade)
        shades.pixels.push_back(static_cast<std::uint8_t>(shade));
    return shades;
}

TEST(PngOfShades, HasThePalettesColourOfEach) {
    for (const Palette palette : {Palette::grey, Palette::viridis, Palette::diverging}) {
        const auto decoded = testing::decode_png(png_of(all_shades(), palette));
        EXPECT_TRUE(decoded.has_palette);
        ASSERT_EQ(decoded.width, 16);
        ASSERT_EQ(decoded.height, 15);
        const auto colours = colours_of(palette);
        for (std::size_t shade = 0; shade < 240; ++shade) EXPECT_EQ(decoded.pixels[shade], colours.at(shade));
    }
}

TEST(PngOfADrawing, HasEachShapeInItsPlace) {
    Drawing drawing{60, 40, "some shapes", {"of a test"}};
    drawing.area({10, 10, 5, 5}, {Ink::text});
    drawing.outline({30, 10, 10, 10}, {Ink::text});
    drawing.shapes.emplace_back(Circle{{50, 30}, 4, std::nullopt, Fill{Ink::text}});
    const auto decoded = testing::decode_png(png_of(drawing));
    EXPECT_EQ(decoded.bit_depth, 8);
    ASSERT_EQ(decoded.width, 60);
    ASSERT_EQ(decoded.height, 40);
    EXPECT_EQ(decoded.at(0, 0), white_pixel) << "the paper";
    EXPECT_EQ(decoded.at(12, 12), black_pixel);
    EXPECT_EQ(decoded.at(16, 12), white_pixel);
    EXPECT_EQ(decoded.at(30, 15), black_pixel) << "a line of one unit is one pixel";
    EXPECT_EQ(decoded.at(29, 15), white_pixel);
    EXPECT_EQ(decoded.at(31, 15), white_pixel);
    EXPECT_EQ(decoded.at(50, 30), black_pixel);
    EXPECT_EQ(decoded.texts.at("Title"), "some shapes");
    EXPECT_EQ(decoded.texts.at("Description"), "of a test");
}

TEST(PngOfADrawing, StretchesCellsWithSharpEdges) {
    Drawing drawing{40, 20, "cells"};
    const auto shades = std::make_shared<ShadePicture>(ShadePicture{2, 1, {0, 239}, 0});
    drawing.shapes.emplace_back(Cells{{0, 0, 40, 20}, shades, Palette::grey});
    const auto decoded = testing::decode_png(png_of(drawing));
    const auto colours = colours_of(Palette::grey);
    for (int x = 0; x < 40; ++x) EXPECT_EQ(decoded.at(x, 10), colours.at(x < 20 ? 0 : 239)) << x;
}

TEST(PngOfADrawing, HasMorePixelsWhereAskedFor) {
    Drawing drawing{30, 20, "two pixels a unit"};
    drawing.area({10, 10, 5, 5}, {Ink::text});
    drawing.scale = 2;
    const auto decoded = testing::decode_png(png_of(drawing));
    ASSERT_EQ(decoded.width, 60);
    EXPECT_EQ(decoded.at(24, 24), black_pixel);
    EXPECT_EQ(decoded.at(31, 24), white_pixel);
}

TEST(PngOfADrawing, HasTheSameBytesForTheSameShapes) {
    Drawing drawing{200, 60, "words"};
    drawing.text({{20, 40}, "the same words", 20});
    EXPECT_EQ(png_of(drawing), png_of(drawing));
}

TEST(PngOfADrawing, SaysWhenItIsTooLarge) {
    EXPECT_THROW(static_cast<void>(png_of(Drawing{100000, 10, "too wide for Cairo"})), RunError);
}

}  // namespace
}  // namespace fabricmap::picture
