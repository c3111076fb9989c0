// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"

#include "tests/expectations.hpp"

#include <rapidcheck/gtest.h>

namespace fabricmap {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using Lengths = std::vector<std::int64_t>;

TEST(ParseSize, UnitsArePowersOf1024) {
    EXPECT_EQ(parse_size("0", "-b"), 0);
    EXPECT_EQ(parse_size("64K", "-b"), 65536);
    EXPECT_EQ(parse_size("4m", "-b"), 4194304);
    EXPECT_EQ(parse_size("3G", "-b"), 3221225472);
    EXPECT_EQ(parse_size("1T", "-b"), 1099511627776);
    EXPECT_EQ(parse_size("9223372036854775807", "-b"), 9223372036854775807);
}

TEST(ParseSize, AnythingElseIsRefusedWithTheOptionsName) {
    for (const char* text :
         {"", "-1", "+1", "1.5K", "K", "1KB", "1 K", "x", "9223372036854775808", "9007199254740992K"}) {
        EXPECT_THAT(error_of<UsageError>([&] { (void)parse_size(text, "--some-option"); }),
                    HasSubstr("--some-option: "))
            << text;
    }
}

RC_GTEST_PROP(FormatSize, IsReadBackAsTheSameSize, ()) {
    const auto bytes = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 50);
    RC_ASSERT(parse_size(format_size(bytes), "-b") == bytes);
}

TEST(FormatSize, TakesTheShortestForm) {
    EXPECT_EQ(format_size(0), "0");
    EXPECT_EQ(format_size(1000), "1000");
    EXPECT_EQ(format_size(65536), "64K");
    EXPECT_EQ(format_size(1536), "1536");
    EXPECT_EQ(format_size(std::int64_t{1} << 42), "4T");
}

TEST(LengthRow, EndsBelowTheEnd) {
    EXPECT_EQ(length_row(0, 300, 100), (Lengths{0, 100, 200}));
    EXPECT_EQ(length_row(0, 301, 100), (Lengths{0, 100, 200, 300}));
    EXPECT_EQ(length_row(5, 6, 100), (Lengths{5}));
}

TEST(LengthRow, NonsenseIsRefusedWithTheOptionsName) {
    EXPECT_THAT(error_of<UsageError>([] { (void)length_row(-1, 10, 1); }), HasSubstr("-b -1"));
    EXPECT_THAT(error_of<UsageError>([] { (void)length_row(0, 10, 0); }), HasSubstr("-s 0"));
    EXPECT_THAT(error_of<UsageError>([] { (void)length_row(10, 10, 1); }), HasSubstr("-e 10"));
    EXPECT_THAT(error_of<UsageError>([] { (void)length_row(0, std::int64_t{1} << 40, 1); }),
                HasSubstr("-s 1"));
}

TEST(ParseLengths, ListsAndPowersAreSortedWithoutRepeats) {
    EXPECT_EQ(parse_lengths("64K,0,1K"), (Lengths{0, 1024, 65536}));
    EXPECT_EQ(parse_lengths("pow2:1:16"), (Lengths{1, 2, 4, 8, 16}));
    EXPECT_EQ(parse_lengths("pow2:3:17,0,4"), (Lengths{0, 4, 8, 16}));
}

TEST(ParseLengths, TheWrongWordIsNamed) {
    EXPECT_THAT(error_of<UsageError>([] { (void)parse_lengths("1,two"); }), HasSubstr("'two'"));
    EXPECT_THAT(error_of<UsageError>([] { (void)parse_lengths("pow2:8:4"); }), HasSubstr("'pow2:8:4'"));
    EXPECT_THAT(error_of<UsageError>([] { (void)parse_lengths("pow2:8"); }), HasSubstr("'pow2:8'"));
    EXPECT_THAT(error_of<UsageError>([] { (void)parse_lengths(""); }), HasSubstr("--lengths"));
}

TEST(ParseLengths, CountsThatManyFromOneByteToFourMebibytes) {
    const auto lengths = parse_lengths("count:100");
    ASSERT_EQ(lengths.size(), 100U);
    EXPECT_EQ(lengths.front(), 1);
    EXPECT_EQ(lengths.back(), 4 << 20);
    // Above the bytes that lie next to each other, each length is the same multiple of the one before.
    const double step = static_cast<double>(lengths[99]) / static_cast<double>(lengths[98]);
    for (std::size_t k = 60; k < 99; ++k) {
        EXPECT_NEAR(static_cast<double>(lengths[k + 1]) / static_cast<double>(lengths[k]), step, 0.01) << k;
    }
    EXPECT_EQ(parse_lengths("count:3:1:100"), (std::vector<std::int64_t>{1, 10, 100}));
    EXPECT_EQ(parse_lengths("count:4:7:10"), (std::vector<std::int64_t>{7, 8, 9, 10}));
    EXPECT_EQ(parse_lengths("0,count:1:8:8"), (std::vector<std::int64_t>{0, 8}));
}

TEST(ParseLengths, RefusesCountsThatCannotBe) {
    for (const char* word : {"count", "count:", "count:0", "count:-3", "count:4:7:9", "count:3:0:9",
                             "count:3:1", "count:x:1:9", "count:3:9:1"}) {
        EXPECT_THROW((void)parse_lengths(word), UsageError) << word;
    }
}

TEST(ParseLengthRequest, ProbesBetweenItsBoundsBesideOtherLengths) {
    EXPECT_EQ(parse_length_request("probe").probe, (LengthBounds{1, 4 << 20}));
    EXPECT_EQ(parse_length_request("probe:1K:64K").probe, (LengthBounds{1024, 65536}));
    const LengthRequest request = parse_length_request("8M,probe:1:1M,0");
    EXPECT_EQ(request.lengths, (Lengths{0, 8 << 20}));
    EXPECT_EQ(request.probe, (LengthBounds{1, 1 << 20}));
    EXPECT_EQ(parse_length_request("0,1K").probe, std::nullopt);
}

TEST(ParseLengthRequest, RefusesProbesThatCannotBe) {
    for (const char* word : {"probe:", "probe:1", "probe:8:8", "probe:9:8", "probe:1:2:3", "probe:x:4M",
                             "probes", "probe,probe"}) {
        EXPECT_THAT(error_of<UsageError>([&] { (void)parse_length_request(word); }), HasSubstr("probe"))
            << word;
    }
}

TEST(ParseLengths, LeaveProbingToTheProgramThatMeasures) {
    EXPECT_THAT(error_of<UsageError>([] { (void)parse_lengths("0,probe"); }), HasSubstr("only network_test"));
}

}  // namespace
}  // namespace fabricmap
