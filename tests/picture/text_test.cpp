// SPDX-License-Identifier: Apache-2.0
#include "picture/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace fabricmap::picture {
namespace {

constexpr std::size_t drawn_line = 13;  ///< twelve pixels and the end of the line

std::string drawn(std::string_view text, bool upwards = false) {
    GreyImage image(12, 12);
    draw_text(image, upwards ? Point{0, 12} : Point{0, 0}, text, {1, upwards, black});
    std::string rows;
    for (int y = 0; y < 12; ++y) {
        for (int x = 0; x < 12; ++x) rows += image.at(x, y) == black ? '#' : '.';
        rows += '\n';
    }
    return rows;
}

TEST(Font, DistinguishesAllItsLetters) {
    std::set<Glyph> seen{glyph_of(U'\u00b5'), glyph_of(U'\ufffd')};
    std::size_t letters = seen.size();
    for (char32_t letter = U' '; letter <= U'~'; ++letter) {
        seen.insert(glyph_of(letter));
        ++letters;
        EXPECT_EQ(seen.size(), letters) << "letter " << static_cast<unsigned>(letter);
    }
}

TEST(Font, StaysWithinFivePixels) {
    for (char32_t letter = U' '; letter <= U'~'; ++letter) {
        for (const auto line : glyph_of(letter)) EXPECT_LT(line, 32);
    }
}

TEST(Letters, AreReadAsUtf8AndSurviveWhatIsNone) {
    using ::testing::ElementsAre;
    EXPECT_THAT(letters_of("aµ"), ElementsAre(U'a', U'\u00b5'));
    EXPECT_THAT(letters_of("\xff"
                           "a"),
                ElementsAre(U'\ufffd', U'a'));
    EXPECT_THAT(letters_of("\xc2"), ElementsAre(U'\ufffd'));
    EXPECT_THAT(letters_of("\xe2\x82"
                           "a"),
                ElementsAre(U'\ufffd', U'\ufffd', U'a'));
}

TEST(Text, IsAsLongAsItIsDrawn) {
    EXPECT_EQ(text_length("", 1), 0);
    EXPECT_EQ(text_length("a", 1), 5);
    EXPECT_EQ(text_length("ab", 2), 22);
    EXPECT_EQ(text_length("µs", 1), 11) << "letters, not bytes";
}

TEST(Text, ReadsFromLeftToRight) {
    EXPECT_EQ(drawn("L").substr(0, drawn_line * 7),
              "#...........\n#...........\n#...........\n#...........\n"
              "#...........\n#...........\n#####.......\n");
}

TEST(Text, ReadsFromTheBottomUpWhenTurned) {
    const std::string rows = drawn("L", true);
    EXPECT_EQ(rows.substr(drawn_line * 7),
              "......#.....\n......#.....\n......#.....\n......#.....\n#######.....\n");
}

TEST(Text, IsCutOffAtTheEdge) {
    GreyImage image(3, 3);
    draw_text(image, {-2, -2}, "MMM", {3, false, black});
    draw_text(image, {2, 2}, "MMM", {3, true, black});
    EXPECT_EQ(image.width(), 3);
}

}  // namespace
}  // namespace fabricmap::picture
