// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/marks.hpp"

#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::picture {
namespace {

using ::testing::IsEmpty;
using testing::shapes_of;
using ::testing::SizeIs;
using testing::words_of;

constexpr Box marked_matrix{40, 30, 300, 300};

/// On 30 × 30 cells of 10 units.
Drawing drawing_with(const std::vector<Mark>& marks) {
    const AxisView axis{0, 0.1, 300};
    Drawing drawing;
    MarksLayout(marks, marked_matrix, {axis, axis}).draw(drawing);
    return drawing;
}

Mark mark_of(std::size_t number, const MarkedBlock& block) {
    return {number, {}, {}, {}, {block}};
}

/// The circles that numbers stand on.
std::vector<Point> badges_of(const Drawing& drawing) {
    std::vector<Point> middles;
    for (const Circle& circle : shapes_of<Circle>(drawing)) {
        if (circle.fill) middles.push_back(circle.centre);
    }
    return middles;
}

void expect_apart_within_the_matrix(const std::vector<Point>& circles) {
    for (std::size_t one = 0; one < circles.size(); ++one) {
        const auto& [x, y] = circles[one];
        EXPECT_GE(x - badge_radius, marked_matrix.x);
        EXPECT_LE(x + badge_radius, marked_matrix.right());
        EXPECT_GE(y - badge_radius, marked_matrix.y);
        EXPECT_LE(y + badge_radius, marked_matrix.bottom());
        for (std::size_t other = 0; other < one; ++other)
            EXPECT_GE(std::hypot(x - circles[other].x, y - circles[other].y), 2 * badge_radius - 1e-9);
    }
}

TEST(Marks, NumberEachOfSeveralFindingsInOnePlace) {
    for (const LineRange& cells : {LineRange{10, 1}, LineRange{29, 1}, LineRange{0, 30}, LineRange{4, 5}}) {
        std::vector<Mark> marks;
        for (std::size_t number = 1; number <= 12; ++number) marks.push_back(mark_of(number, {cells, cells}));
        const std::vector<Point> badges = badges_of(drawing_with(marks));
        EXPECT_THAT(badges, SizeIs(12)) << cells.first;
        expect_apart_within_the_matrix(badges);
    }
}

TEST(Marks, LeaveRingsFreeOfNumbers) {
    std::vector<Mark> marks;
    for (std::int64_t cell = 2; cell < 30; cell += 9)
        marks.push_back(mark_of(marks.size() + 1, {{cell, 1}, {cell, 1}}));
    marks.push_back(mark_of(5, {{0, 30}, {0, 30}}));
    const Drawing drawing = drawing_with(marks);
    std::vector<Point> circles = badges_of(drawing);
    ASSERT_THAT(circles, SizeIs(5));
    for (std::int64_t cell = 2; cell < 30; cell += 9)
        circles.push_back({marked_matrix.x + 10.0 * static_cast<double>(cell) + 5,
                           marked_matrix.y + 10.0 * static_cast<double>(cell) + 5});
    for (std::size_t badge = 0; badge < 5; ++badge) {
        for (std::size_t ring = 5; ring < circles.size(); ++ring) {
            EXPECT_GE(std::hypot(circles[badge].x - circles[ring].x, circles[badge].y - circles[ring].y),
                      2 * badge_radius);
        }
    }
}

TEST(Marks, RingAPairWithoutAFindingWithoutANumber) {
    const Drawing drawing = drawing_with({mark_of(0, {{10, 1}, {20, 1}})});
    EXPECT_THAT(words_of(drawing), IsEmpty());
    const auto circles = shapes_of<Circle>(drawing);
    ASSERT_THAT(circles, SizeIs(2)) << "one that is seen on dark cells, and one on light ones";
    EXPECT_NE(circles[0].pen->ink, circles[1].pen->ink);
    EXPECT_EQ(circles[0].centre, (Point{marked_matrix.x + 205, marked_matrix.y + 105}));
}

TEST(Marks, NameAPartWhoseFindingHasNoNumber) {
    Mark host{0, "node05", {{3, 1}}, {{3, 1}}, {}};
    EXPECT_THAT(words_of(drawing_with({host})), ::testing::ElementsAre("node05", "node05"));
    host.name.clear();
    EXPECT_THAT(words_of(drawing_with({host})), IsEmpty());
    EXPECT_FALSE(drawing_with({host}).shapes.empty()) << "its row and its column are outlined";
}

TEST(Marks, NumberAPartInManyPiecesInSomeOfThem) {
    Mark scattered{3, {}, {}, {}, {}};
    for (std::int64_t row = 0; row < 30; row += 2) scattered.blocks.push_back({{row, 1}, {0, 30}});
    const auto words = words_of(drawing_with({scattered}));
    EXPECT_GE(words.size(), 2U);
    EXPECT_LE(words.size(), 8U);
}

TEST(Marks, LeaveOutWhatIsNotInView) {
    EXPECT_THAT(drawing_with({mark_of(1, {{100, 5}, {100, 5}})}).shapes, IsEmpty());
}

}  // namespace
}  // namespace fabricmap::picture
