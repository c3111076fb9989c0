// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/notes.hpp"

#include "picture/shapes/words.hpp"
#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using testing::shapes_of;
using testing::words_of;

TEST(Notes, StandWithinTheirBoxEachBehindItsNumber) {
    const Box box{500, 80, 240, 400};
    Drawing drawing;
    draw_notes(drawing, box,
               {{1, "node05 receives 3.1 times slower from 64K on"},
                {2, "node07 is noisy"},
                {0, "and 4 more faults"}});
    EXPECT_THAT(words_of(drawing), Contains("1"));
    EXPECT_THAT(words_of(drawing), Contains("node07 is noisy"));
    EXPECT_THAT(words_of(drawing), Not(Contains("0")));
    for (const Text& text : shapes_of<Text>(drawing)) {
        if (text.anchor != Anchor::start) continue;
        EXPECT_LE(text.at.x + text_width(text.words, text.size), box.right()) << text.words;
        EXPECT_LE(text.at.y, box.bottom());
    }
}

TEST(Notes, ThatHaveNoRoomAreLeftOutWhole) {
    Drawing drawing;
    draw_notes(drawing, {0, 0, 240, 30}, {{1, "first"}, {2, "second"}});
    EXPECT_THAT(words_of(drawing), ElementsAre("1", "first"));
}

TEST(Notes, AreLinesOfAHeaderAsWell) {
    EXPECT_THAT(lines_of({{3, "node05 is slow"}, {0, "and 1 more fault"}}),
                ElementsAre("3  node05 is slow", "and 1 more fault"));
}

}  // namespace
}  // namespace fabricmap::picture
