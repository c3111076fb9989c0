// SPDX-License-Identifier: Apache-2.0
#include "picture/sheet.hpp"

#include "tests/not_measured.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace fabricmap::picture {
namespace {

using testing::not_measured;

Sheet sheet_of(int ranks) {
    Sheet sheet;
    sheet.title = "a title";
    sheet.down.name = "sender";
    sheet.across.name = "receiver";
    for (int rank = 0; rank < ranks; ++rank) {
        sheet.down.labels.push_back(std::to_string(rank));
        sheet.across.labels.push_back(std::to_string(rank));
    }
    return sheet;
}

/// The upper left corner of the first square of `side` × `side` pixels that are all of this grey.
std::optional<Point> find_square(const GreyImage& image, Grey grey, int side) {
    const auto is_square = [&](int left, int top) {
        for (int y = top; y < top + side; ++y) {
            for (int x = left; x < left + side; ++x) {
                if (image.at(x, y) != grey) return false;
            }
        }
        return true;
    };
    for (int y = 0; y + side <= image.height(); ++y) {
        for (int x = 0; x + side <= image.width(); ++x) {
            if (is_square(x, y)) return Point{x, y};
        }
    }
    return std::nullopt;
}

TEST(DrawSheet, ShowsEachCellInItsPlace) {
    Matrix plane(4, 4);
    plane.setConstant(1e-6);
    plane(2, 1) = 2e-6;    // black
    plane(0, 3) = 1.5e-6;  // half
    const GreyImage image = draw_sheet(plane, GreyScale({1e-6, 2e-6}), {}, sheet_of(4), {400, true});
    const auto slow = find_square(image, 0, 100);
    const auto half = find_square(image, 30000, 100);
    ASSERT_TRUE(slow);
    ASSERT_TRUE(half);
    EXPECT_EQ(half->x - slow->x, 200);
    EXPECT_EQ(half->y - slow->y, -200);
}

TEST(DrawSheet, KeepsAWhiteMarginAllAround) {
    for (const int ranks : {1, 2, 7, 100}) {
        const Matrix plane = Matrix::Constant(ranks, ranks, not_measured);
        Sheet sheet = sheet_of(ranks);
        sheet.down.blocks = {{0, ranks, "a-host-with-quite-a-long-name.of.a.domain"}};
        sheet.across.blocks = sheet.down.blocks;
        const GreyImage image = draw_sheet(plane, GreyScale({0, 1}), {}, sheet, {200, true});
        for (int x = 0; x < image.width(); ++x) {
            for (const int y : {0, 10, image.height() - 11, image.height() - 1})
                ASSERT_EQ(image.at(x, y), white) << ranks;
        }
        for (int y = 0; y < image.height(); ++y) {
            for (const int x : {0, 10, image.width() - 11, image.width() - 1})
                ASSERT_EQ(image.at(x, y), white) << ranks;
        }
    }
}

TEST(DrawSheet, GrowsWithTheRanksUnlessAskedThatTheyMaySharePixels) {
    const Matrix plane = Matrix::Constant(900, 900, 1);
    const GreyScale scale({0, 1});
    const GreyImage whole = draw_sheet(plane, scale, {}, sheet_of(900), {300, true});
    const GreyImage shared = draw_sheet(plane, scale, {}, sheet_of(900), {300, false});
    EXPECT_TRUE(find_square(whole, black, 900));
    EXPECT_TRUE(find_square(shared, black, 300));
    EXPECT_LT(shared.width(), 600);
}

TEST(DrawSheet, SurvivesAPlaneInWhichNothingWasMeasured) {
    const Matrix plane = Matrix::Constant(3, 3, not_measured);
    const GreyImage image = draw_sheet(plane, GreyScale({0, 0}), {true, -1}, sheet_of(3), {});
    EXPECT_GT(image.width(), 400);
}

TEST(DrawSheet, SaysWhenValuesLieBeyondTheScale) {
    const Matrix plane = Matrix::Constant(2, 2, 3);
    const GreyImage within = draw_sheet(plane, GreyScale({1, 3}), {}, sheet_of(2), {});
    const GreyImage beyond = draw_sheet(plane, GreyScale({1, 2.9}), {}, sheet_of(2), {});
    EXPECT_GT(beyond.width(), within.width()) << "the words beside the ramp are longer";
}

}  // namespace
}  // namespace fabricmap::picture
