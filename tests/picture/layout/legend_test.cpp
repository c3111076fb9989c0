// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/legend.hpp"

#include "picture/shapes/words.hpp"
#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::picture {
namespace {

using testing::shapes_of;
using testing::text_with;
using testing::words_of;

Drawing drawn(const Legend& legend) {
    Drawing drawing;
    draw_legend(drawing, {10, 10, 200, 300}, legend);
    return drawing;
}

TEST(Legend, HasNumbersAtBothEndsOfItsColumn) {
    struct Case {
        Legend legend;
        std::string low;
        std::string high;
    };
    const std::vector<Case> cases{
        {{GreyScale({1 / 1.5, 1.5}, Scale::logarithmic), Palette::diverging, Quantity::ratio},
         "0.667 times",
         "1.5 times"},
        {{GreyScale({1.0 / 37, 37}, Scale::logarithmic), Palette::diverging, Quantity::ratio},
         "0.027 times",
         "37 times"},
        {{GreyScale({1.7e-6, 12e-3}, Scale::logarithmic)}, "1.7 µs", "12 ms"},
        {{GreyScale({0.7e-6, 9.3e-6})}, "700 ns", "9.3 µs"}};
    for (const auto& [legend, low, high] : cases) {
        const Drawing drawing = drawn(legend);
        const Box column = shapes_of<Cells>(drawing).front().box;
        const double half = cap_height(small_size) / 2;
        EXPECT_NEAR(text_with(drawing, high).at.y - half, column.y, 1.5);
        EXPECT_NEAR(text_with(drawing, low).at.y - half, column.bottom(), 1.5);
    }
}

TEST(Legend, LaysNoNumberOverAnother) {
    for (const double highest : {1.1, 1.6, 1.99, 2.0, 2.05, 4.9, 5.1, 9.8, 10.3, 60.0}) {
        const Drawing drawing = drawn(
            {GreyScale({1 / highest, highest}, Scale::logarithmic), Palette::diverging, Quantity::ratio});
        const auto texts = shapes_of<Text>(drawing);
        EXPECT_GE(texts.size(), 2U);
        for (std::size_t one = 0; one < texts.size(); ++one) {
            for (std::size_t other = 0; other < one; ++other)
                EXPECT_GE(std::abs(texts[one].at.y - texts[other].at.y), cap_height(small_size) + 2)
                    << highest;
        }
    }
}

TEST(Legend, OfOneValueNamesItOnce) {
    EXPECT_THAT(words_of(drawn({GreyScale({2.5e-6, 2.5e-6})})), ::testing::ElementsAre("2.5 µs"));
}

}  // namespace
}  // namespace fabricmap::picture
