// SPDX-License-Identifier: Apache-2.0
#include "picture/pyramid.hpp"

#include "tests/not_measured.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace fabricmap::picture {
namespace {

using testing::not_measured;

TEST(Pyramid, KeepsTheLeastTheMeanAndTheGreatestOfFour) {
    Pyramid pyramid(66, 66, {});
    Matrix cells = Matrix::Constant(66, 66, 5);
    cells.topLeftCorner(2, 2) << 1, 2, 3, 10;
    pyramid.append(cells);
    EXPECT_EQ(pyramid.level_count(), 2);
    EXPECT_EQ(pyramid.row(1, 0, Fold::minimum)[0], 1);
    EXPECT_EQ(pyramid.row(1, 0, Fold::mean)[0], 4);
    EXPECT_EQ(pyramid.row(1, 0, Fold::maximum)[0], 10);
    EXPECT_EQ(pyramid.row(1, 1, Fold::maximum)[1], 5);
}

TEST(Pyramid, LeavesOutWhatWasNotMeasured) {
    Pyramid pyramid(66, 66, {});
    Matrix cells = Matrix::Constant(66, 66, not_measured);
    cells(0, 1) = 4;
    cells(1, 1) = 8;
    pyramid.append(cells);
    EXPECT_EQ(pyramid.row(1, 0, Fold::minimum)[0], 4);
    EXPECT_EQ(pyramid.row(1, 0, Fold::mean)[0], 6);
    EXPECT_TRUE(std::isnan(pyramid.row(1, 0, Fold::maximum)[1]));
}

TEST(Pyramid, TakesNeverMeasuredCellsAsMissing) {
    Pyramid pyramid(3, 3, {true, -1});
    pyramid.append(Matrix::Zero(3, 3));
    EXPECT_TRUE(std::isnan(pyramid.cell(1, 1)));
    EXPECT_EQ(pyramid.cell(1, 2), 0);
}

TEST(Pyramid, KeepsItsMemoryWithinTwiceTheCells) {
    const Pyramid pyramid(2048, 2048, {});
    EXPECT_LE(static_cast<double>(pyramid.bytes()), 2.0 * 2048 * 2048 * sizeof(float));
    EXPECT_GE(pyramid.bytes(), std::size_t{2048} * 2048 * sizeof(float));
}

TEST(Pyramid, LetsABlockBeReadOnceItsRowsAreThere) {
    Pyramid pyramid(200, 100, {});
    EXPECT_FALSE(pyramid.is_ready(0, 0));
    pyramid.append(Matrix::Constant(3, 100, 1));
    EXPECT_TRUE(pyramid.is_ready(0, 2));
    EXPECT_FALSE(pyramid.is_ready(0, 3));
    EXPECT_TRUE(pyramid.is_ready(1, 0));
    EXPECT_FALSE(pyramid.is_ready(1, 1));
    pyramid.append(Matrix::Constant(197, 100, 1));
    EXPECT_TRUE(pyramid.is_complete());
    EXPECT_TRUE(pyramid.is_ready(2, 49));
}

TEST(Pyramid, RefusesRowsThatItHasNoPlaceFor) {
    Pyramid pyramid(2, 3, {});
    EXPECT_THROW(pyramid.append(Matrix::Zero(1, 2)), std::invalid_argument);
    EXPECT_THROW(pyramid.append(Matrix::Zero(3, 3)), std::invalid_argument);
    EXPECT_THROW(Pyramid(0, 3, {}), std::invalid_argument);
}

RC_GTEST_PROP(Pyramid, HoldsTheExtremesOfTheCellsUnderEachBlockHoweverTheRowsCame, ()) {
    const auto rows = *rc::gen::inRange<std::int64_t>(1, 300);
    const auto columns = *rc::gen::inRange<std::int64_t>(1, 300);
    Matrix cells(rows, columns);
    unsigned state = *rc::gen::arbitrary<unsigned>();
    for (double& cell : cells.reshaped()) {
        state = state * 1664525U + 1013904223U;
        cell = (state >> 16) % 50 == 0 ? not_measured : (state >> 8) % 1000;
    }
    Pyramid pyramid(rows, columns, {});
    for (std::int64_t row = 0; row < rows;) {
        const auto count = std::min<std::int64_t>(rows - row, *rc::gen::inRange<std::int64_t>(1, 70));
        pyramid.append(cells.middleRows(row, count));
        row += count;
    }
    const int level = pyramid.level_count() - 1;
    const std::int64_t side = std::int64_t{1} << level;
    for (std::int64_t row = 0; row < pyramid.rows_of(level); ++row) {
        for (std::int64_t column = 0; column < pyramid.columns_of(level); ++column) {
            float least = std::numeric_limits<float>::quiet_NaN();
            float greatest = least;
            for (std::int64_t r = row * side; r < std::min(rows, (row + 1) * side); ++r) {
                for (std::int64_t c = column * side; c < std::min(columns, (column + 1) * side); ++c) {
                    least = std::fmin(least, static_cast<float>(cells(r, c)));
                    greatest = std::fmax(greatest, static_cast<float>(cells(r, c)));
                }
            }
            const float told_least = pyramid.row(level, row, Fold::minimum)[column];
            const float told_greatest = pyramid.row(level, row, Fold::maximum)[column];
            RC_ASSERT(least == told_least || (std::isnan(least) && std::isnan(told_least)));
            RC_ASSERT(greatest == told_greatest || (std::isnan(greatest) && std::isnan(told_greatest)));
        }
    }
}

}  // namespace
}  // namespace fabricmap::picture
