// SPDX-License-Identifier: Apache-2.0
#include "picture/shapes/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

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
}

}  // namespace
}  // namespace fabricmap::picture
