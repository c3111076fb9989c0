// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

TEST(Quantities, SecondsHaveTheirUnitBehindThem) {
    EXPECT_DOUBLE_EQ(read_seconds("300ns").value(), 300e-9);
    EXPECT_DOUBLE_EQ(read_seconds("2.5us").value(), 2.5e-6);
    EXPECT_DOUBLE_EQ(read_seconds("2.5µs").value(), 2.5e-6);
    EXPECT_DOUBLE_EQ(read_seconds("1ms").value(), 1e-3);
    EXPECT_DOUBLE_EQ(read_seconds("3s").value(), 3);
    EXPECT_DOUBLE_EQ(read_seconds("0.25").value(), 0.25);
}

TEST(Quantities, RatesAreBytesASecond) {
    EXPECT_DOUBLE_EQ(read_rate("100Mbit").value(), 12.5e6);
    EXPECT_DOUBLE_EQ(read_rate("100Gbit").value(), 12.5e9);
    EXPECT_DOUBLE_EQ(read_rate("12.5GB").value(), 12.5e9);
    EXPECT_DOUBLE_EQ(read_rate("64kbit").value(), 8000);
}

TEST(Quantities, SharesArePercentOrPlain) {
    EXPECT_DOUBLE_EQ(read_share("2%").value(), 0.02);
    EXPECT_DOUBLE_EQ(read_share("0.02").value(), 0.02);
}

TEST(Quantities, OtherWordsAreNone) {
    for (const char* word : {"", "us", "fast", "1,5us", "1 us", "nan", "infs", "1us2"}) {
        EXPECT_FALSE(read_seconds(word)) << word;
        EXPECT_FALSE(read_rate(word)) << word;
    }
    EXPECT_FALSE(read_rate("100")) << "a rate needs its unit: bits or bytes";
    EXPECT_FALSE(read_share("%"));
    EXPECT_FALSE(read_share("two%"));
}

TEST(Quantities, DurationsReadLikeSpeech) {
    EXPECT_EQ(format_duration(0.31), "0.3 s");
    EXPECT_EQ(format_duration(12), "12 s");
    EXPECT_EQ(format_duration(200), "3 min 20 s");
    EXPECT_EQ(format_duration(3900), "1 h 05 min");
    EXPECT_EQ(format_duration(90'000), "25 h 00 min");
}

TEST(Quantities, DurationsRoundUpIntoTheNextUnit) {
    EXPECT_EQ(format_duration(9.96), "10 s");
    EXPECT_EQ(format_duration(59.3), "1 min 00 s");
    EXPECT_EQ(format_duration(3599.5), "1 h 00 min");
}

}  // namespace
}  // namespace fabricmap
