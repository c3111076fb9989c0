// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>

namespace fabricmap {
namespace {

TEST(Utf8, IsCountedUpToTheFirstByteThatIsNone) {
    EXPECT_EQ(utf8_bytes_of(""), 0U);
    EXPECT_EQ(utf8_bytes_of("Rack"), 4U);
    EXPECT_EQ(utf8_bytes_of("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), 9U);
    EXPECT_EQ(utf8_bytes_of("caf\xe9"), 3U);           // Latin-1
    EXPECT_EQ(utf8_bytes_of("a\xe2\x82"), 1U);         // cut off
    EXPECT_EQ(utf8_bytes_of("\xc0\xaf"), 0U);          // longer than need be
    EXPECT_EQ(utf8_bytes_of("\xed\xa0\x80"), 0U);      // half of a pair of UTF-16
    EXPECT_EQ(utf8_bytes_of("\xf4\x90\x80\x80"), 0U);  // beyond the last character
}

TEST(Utf8, IsWhatJsonTakesForIt) {
    std::mt19937 random(10);
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (auto length = random() % 6; length > 0; --length) {
            constexpr std::string_view bytes =
                "a\x7f\x80\x8f\x90\x9f\xa0\xbf\xc1\xc2\xdf\xe0\xe1\xed\xef\xf0\xf1\xf4\xf5\xff";
            text += bytes[random() % bytes.size()];
        }
        bool taken = true;
        try {
            (void)nlohmann::json(text).dump();
        } catch (const nlohmann::json::exception&) {
            taken = false;
        }
        EXPECT_EQ(utf8_bytes_of(text) == text.size(), taken)
            << nlohmann::json::binary({text.begin(), text.end()}).dump();
    }
}

TEST(Printable, HasAQuestionMarkForEachControlCharacter) {
    EXPECT_EQ(printable("a\tb\x1b[2J\x7f"), "a?b?[2J?");
    EXPECT_EQ(printable("\xc2\x9b\x31m"), "?1m") << "the wide form of ESC [";
    EXPECT_EQ(printable("\xc2\xa0 caf\xc3\xa9"), "\xc2\xa0 caf\xc3\xa9");
}

}  // namespace
}  // namespace fabricmap
