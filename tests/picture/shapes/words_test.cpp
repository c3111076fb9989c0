// SPDX-License-Identifier: Apache-2.0
#include "picture/shapes/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(TextWidth, GrowsWithTheWordsAndTheirSize) {
    EXPECT_EQ(text_width("", 13), 0);
    EXPECT_GT(text_width("node17", 13), text_width("node", 13));
    EXPECT_GT(text_width("node17", 26), 1.8 * text_width("node17", 13));
    EXPECT_GT(text_width("node17", 13, true), text_width("node17", 13));
    EXPECT_GT(text_width("µs", 13), 0);
    EXPECT_GT(text_width("\xff", 13), 0) << "no UTF-8";
}

TEST(Fitted, ShortensTheMiddleOfWhatIsTooLong) {
    const std::string name = "a-host-with-quite-a-long-name.of.a.domain";
    EXPECT_EQ(fitted(name, 13, 10000), name);
    const std::string shorter = fitted(name, 13, 120);
    EXPECT_LE(text_width(shorter, 13), 120);
    EXPECT_THAT(shorter, StartsWith("a-host"));
    EXPECT_THAT(shorter, EndsWith("main"));
    EXPECT_THAT(shorter, HasSubstr("…"));
    EXPECT_EQ(fitted(name, 13, 1), "…");
    EXPECT_EQ(fitted("", 13, -20), "");
}

TEST(Wrapped, KeepsAllWordsOnLinesThatFit) {
    const std::string sentence =
        "The switch above node[0016-0023] makes messages 2.3 times slower from 16K on";
    const std::string source =
        "synthetic:fat-tree,hosts=256,leaf=16;noise,2%;fault,slow-receiver,host=5,factor=3";
    EXPECT_THAT(wrapped(sentence, 13, 10000, 3), ElementsAre(sentence));
    for (const double width : {150.0, 200.0, 333.0}) {
        std::string together;
        for (const std::string& line : wrapped(sentence, 13, width, 9)) {
            EXPECT_LE(text_width(line, 13), width);
            together += (together.empty() ? "" : " ") + line;
        }
        EXPECT_EQ(together, sentence);
        together.clear();
        for (const std::string& line : wrapped(source, 13, width, 9, true)) {
            EXPECT_LE(text_width(line, 13, true), width);
            together += line;
        }
        EXPECT_EQ(together, source) << "a name without spaces is broken behind its commas";
    }
}

TEST(Wrapped, ShortensTheLastLineAlone) {
    const auto lines = wrapped("one two three four five six seven eight", 13, 60, 2);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0], "one two");
    EXPECT_THAT(lines[1], HasSubstr("…"));
    EXPECT_THAT(wrapped("", 13, 60, 2), ::testing::IsEmpty());
    EXPECT_THAT(wrapped("", 13, -20, 2), ::testing::IsEmpty());
    EXPECT_THAT(wrapped("anything", 13, -5, 2), ElementsAre("…"));
}

}  // namespace
}  // namespace fabricmap::picture
