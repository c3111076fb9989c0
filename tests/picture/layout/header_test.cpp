// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/header.hpp"

#include "picture/shapes/words.hpp"
#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using testing::shapes_of;
using ::testing::SizeIs;

Drawing drawn(const Header& header) {
    Drawing drawing;
    header.draw(drawing);
    return drawing;
}

TEST(Header, CutsNoTitleThatHasRoomOnTwoLines) {
    const std::string title =
        "synthetic:fat-tree,hosts=24,leaf=6;noise,5%;fault,slow-receiver,host=5,factor=3";
    for (const double width : {432.0, 600.0, 912.0}) {
        const Header header(
            title,
            {"1 fault in 24 hosts",
             "a sentence that is much longer than a column of a paper is wide when it is read"},
            width);
        std::string together;
        double bottom = 0;
        for (const Text& text : shapes_of<Text>(drawn(header))) {
            EXPECT_LE(text_width(text.words, text.size, text.is_bold), width);
            EXPECT_GT(text.at.y - cap_height(text.size), bottom) << text.words;
            bottom = text.at.y;
            if (text.is_bold) together += text.words;
        }
        EXPECT_EQ(together, title) << width;
        EXPECT_GT(header.height(), bottom);
        EXPECT_LE(header.width(), width);
    }
}

TEST(Header, HasAShortTitleInLargeLetters) {
    const Drawing drawing = drawn(Header("monday", {"64 ranks"}, 432));
    ASSERT_THAT(drawing.shapes, SizeIs(2));
    EXPECT_EQ(testing::text_with(drawing, "monday").size, title_size);
}

TEST(Header, TakesLittleRoomWhereThereIsNothingToSay) {
    const Header header({}, {}, 400);
    EXPECT_THAT(drawn(header).shapes, SizeIs(0));
    EXPECT_LE(header.height(), drawing_margin);
}

}  // namespace
}  // namespace fabricmap::picture
