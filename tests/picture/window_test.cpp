// SPDX-License-Identifier: Apache-2.0
#include "picture/window.hpp"

#include "tests/not_measured.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::picture {
namespace {

using testing::not_measured;

View square_view(double first_row, double first_column, double cells_per_pixel, int height, int width) {
    return {{first_row, cells_per_pixel, height}, {first_column, cells_per_pixel, width}};
}

Matrix counting(std::int64_t side) {
    Matrix cells(side, side);
    for (Eigen::Index row = 0; row < side; ++row) {
        for (Eigen::Index column = 0; column < side; ++column) {
            cells(row, column) = static_cast<double>((row * 31 + column * 17) % 240);
        }
    }
    return cells;
}

int at(const ShadePicture& picture, int x, int y) {
    return picture.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                          static_cast<std::size_t>(x)];
}

// Values 0 to 239 on a linear scale have themselves as shades.
const Shades plain_shades(GreyScale({0, 239}));

TEST(Window, GivesEveryPixelOfAnEnlargedCellItsShade) {
    Pyramid pyramid(10, 10, {});
    const Matrix cells = counting(10);
    pyramid.append(cells);
    const auto picture =
        draw_window(pyramid, nullptr, square_view(2, 3, 0.25, 20, 24), plain_shades, Fold::maximum);
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 24; ++x)
            EXPECT_EQ(at(picture, x, y), cells(2 + y / 4, 3 + x / 4)) << x << ' ' << y;
    }
}

TEST(Window, ShowsTheFoldOfTheCellsThatShareAPixel) {
    Pyramid pyramid(100, 100, {});
    Matrix cells = Matrix::Constant(100, 100, 10);
    cells(41, 62) = 200;
    cells(45, 62) = 2;
    pyramid.append(cells);
    const View view = square_view(0, 0, 10, 10, 10);
    EXPECT_EQ(at(draw_window(pyramid, nullptr, view, plain_shades, Fold::maximum), 6, 4), 200);
    EXPECT_EQ(at(draw_window(pyramid, nullptr, view, plain_shades, Fold::minimum), 6, 4), 2);
    EXPECT_EQ(at(draw_window(pyramid, nullptr, view, plain_shades, Fold::maximum), 5, 4), 10);
}

TEST(Window, HatchesLargeCellsThatWereNotMeasuredAndLeavesTheNeverMeasuredWhite) {
    Pyramid pyramid(4, 4, {true, -1});
    Matrix cells = Matrix::Constant(4, 4, 10);
    cells(0, 1) = not_measured;
    pyramid.append(cells);
    const auto picture =
        draw_window(pyramid, nullptr, square_view(0, 0, 0.1, 40, 40), plain_shades, Fold::maximum);
    int hatched = 0;
    for (int y = 0; y < 10; ++y) {
        for (int x = 10; x < 20; ++x) {
            const int shade = at(picture, x, y);
            EXPECT_TRUE(shade == Shades::hatch || shade == Shades::missing);
            hatched += shade == Shades::hatch ? 1 : 0;
        }
    }
    EXPECT_EQ(hatched, 25);
    EXPECT_EQ(at(picture, 5, 5), Shades::never);
    EXPECT_EQ(at(picture, 25, 5), 10);
    const auto small =
        draw_window(pyramid, nullptr, square_view(0, 0, 0.5, 8, 8), plain_shades, Fold::maximum);
    EXPECT_EQ(at(small, 2, 0), Shades::missing);
}

TEST(Window, LeavesWhatLiesBesideTheMatrixOutside) {
    Pyramid pyramid(2, 2, {});
    pyramid.append(Matrix::Constant(2, 2, 7));
    const auto picture =
        draw_window(pyramid, nullptr, square_view(-1, -1, 0.5, 8, 8), plain_shades, Fold::maximum);
    EXPECT_EQ(at(picture, 1, 4), Shades::outside);
    EXPECT_EQ(at(picture, 4, 1), Shades::outside);
    EXPECT_EQ(at(picture, 2, 2), 7);
    EXPECT_EQ(at(picture, 6, 2), Shades::outside);
}

TEST(Window, TakesRowsThatAreStillToComeFromThePreview) {
    Pyramid pyramid(128, 128, {});
    pyramid.append(Matrix::Constant(64, 128, 9));
    const Preview preview{Matrix::Constant(2, 2, 50), 64, 64};
    const View view = square_view(0, 0, 2, 64, 64);
    const auto picture = draw_window(pyramid, &preview, view, plain_shades, Fold::maximum);
    EXPECT_EQ(at(picture, 5, 31), 9);
    EXPECT_EQ(at(picture, 5, 32), 50);
    EXPECT_EQ(at(draw_window(pyramid, nullptr, view, plain_shades, Fold::maximum), 5, 32), Shades::unread);
}

TEST(Window, ShowsTheCellsOfABlockThatTheEdgeOfTheMatrixCuts) {
    // 78.75 blocks of 16 cells over 50 pixels: the last one begins within the last pixel and ends beyond the
    // matrix.
    Pyramid pyramid(1260, 1260, {});
    Matrix cells = Matrix::Constant(1260, 1260, 10);
    cells(0, 1248) = 239;
    pyramid.append(cells);
    const auto picture =
        draw_window(pyramid, nullptr, square_view(0, 0, 25.2, 66, 50), plain_shades, Fold::maximum);
    EXPECT_EQ(at(picture, 49, 0), 239);
}

RC_GTEST_PROP(Window, NeverLosesASlowCellAndNeverReadsMoreThanFourValuesAPixel, ()) {
    const std::int64_t side = *rc::gen::inRange<std::int64_t>(50, 1500);
    Pyramid pyramid(side, side, {});
    Matrix cells = Matrix::Constant(side, side, 10);
    const auto row = *rc::gen::inRange<std::int64_t>(0, side);
    const auto column = *rc::gen::inRange<std::int64_t>(0, side);
    cells(row, column) = 239;
    pyramid.append(cells);
    const int height = *rc::gen::inRange(50, 300);
    const int width = *rc::gen::inRange(50, 300);
    // The whole matrix, just within the window.
    const double scale = static_cast<double>(side) / std::min(height, width);
    const auto picture =
        draw_window(pyramid, nullptr, square_view(0, 0, scale, height, width), plain_shades, Fold::maximum);
    RC_ASSERT(std::count(picture.pixels.begin(), picture.pixels.end(), 239) >= 1);
    RC_ASSERT(picture.values_read <= 4 * std::int64_t{height} * width);
}

RC_GTEST_PROP(Window, ShowsEverySlowCellOfAPartOfTheMatrix, ()) {
    constexpr std::int64_t side = 700;
    Pyramid pyramid(side, side, {});
    Matrix cells = Matrix::Constant(side, side, 10);
    const auto row = *rc::gen::inRange<std::int64_t>(0, side);
    const auto column = *rc::gen::inRange<std::int64_t>(0, side);
    cells(row, column) = 239;
    pyramid.append(cells);
    const int pixels = *rc::gen::inRange(60, 200);
    const double scale = *rc::gen::inRange(20, 1200) / 100.0;
    const double seen = scale * pixels;
    // The cell lies wholly within the window, anywhere.
    const double share = *rc::gen::inRange(0, 1001) / 1000.0;
    const double first_row = static_cast<double>(row) - share * (seen - 1);
    const double first_column = static_cast<double>(column) - (1 - share) * (seen - 1);
    const auto picture =
        draw_window(pyramid, nullptr, square_view(first_row, first_column, scale, pixels, pixels),
                    plain_shades, Fold::maximum);
    RC_ASSERT(std::count(picture.pixels.begin(), picture.pixels.end(), 239) >= 1);
    RC_ASSERT(picture.values_read <= 4 * std::int64_t{pixels} * pixels);
}

TEST(Window, KeepsTheExtremesOfAPixelInEitherDirection) {
    // Two by two pixels of 100 × 100 cells: a slow one among them, a fast one, both, none.
    Matrix cells = Matrix::Constant(200, 200, 1);
    cells(10, 20) = 4;
    cells(50, 150) = 0.125;
    cells(110, 10) = 2;
    cells(111, 11) = 0.25;
    Pyramid pyramid(200, 200, {});
    pyramid.append(cells);
    const AxisView axis{0, 100, 2};
    const Shades shades(GreyScale({0.125, 8}, Scale::logarithmic));
    EXPECT_EQ(draw_window(pyramid, nullptr, {axis, axis}, shades, Fold::farthest_from_one).pixels,
              (std::vector<std::uint8_t>{shades(4), shades(0.125), shades(0.25), shades(1)}));
    EXPECT_EQ(draw_window(pyramid, nullptr, {axis, axis}, shades, Fold::maximum).pixels,
              (std::vector<std::uint8_t>{shades(4), shades(1), shades(2), shades(1)}));
}

}  // namespace
}  // namespace fabricmap::picture
