// SPDX-License-Identifier: Apache-2.0
#include "read_text.hpp"

#include <filesystem>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::plane_in_text;
using testing::refusal_of_text;
using testing::run_in_text;

const std::filesystem::path list_sample = std::filesystem::path(SAMPLES_DIRECTORY) / "pairs/pairs.csv";

TEST(PairList, TheSampleIsOneValueForEachPairAndGapsElsewhere) {
    const auto run = open_run(list_sample);
    ASSERT_EQ(run.description().rank_count(), 7);
    EXPECT_EQ(run.description().ranks[0].host, "g644");
    EXPECT_EQ(run.description().ranks[6].host, "g404");
    ASSERT_EQ(run.description().message_lengths, std::vector<std::int64_t>{1048576});
    const Matrix plane = run.stack(Statistic::average)->plane(0);
    // g644,g699,49.36 GB/s: 1048576 / 49.36e9.
    EXPECT_NEAR(plane(0, 1), 2.124343598055105e-05, 1e-18);
    EXPECT_NEAR(plane(1, 0), 2.124343598055105e-05, 1e-18);
    EXPECT_EQ((plane > 0).count(), 10);
    EXPECT_EQ(plane.isNaN().count(), 42 - 10);
    EXPECT_THAT(run.description().comment, HasSubstr("1 MiB divided by the bandwidth in the list (GB/s)"));
    EXPECT_TRUE(is_symmetric(run.description()));
}

TEST(PairList, TheUnitIsThatBehindTheFileOrInTheHeading) {
    constexpr double gigabyte_s = 1048576 / 2e9;
    EXPECT_DOUBLE_EQ(plane_in_text("a,b,GB/s\na,b,2\n")(0, 1), gigabyte_s);
    EXPECT_DOUBLE_EQ(plane_in_text("a,b,2\n", ":GB/s")(0, 1), gigabyte_s);
    EXPECT_DOUBLE_EQ(plane_in_text("a,b,2\n", ":GBps")(0, 1), gigabyte_s);
    EXPECT_DOUBLE_EQ(plane_in_text("a,b,busbw (MB/s)\na,b,2000\n")(0, 1), gigabyte_s);
    EXPECT_DOUBLE_EQ(plane_in_text("a,b,rate_Gbps\na,b,16\n")(0, 1), gigabyte_s);
    EXPECT_DOUBLE_EQ(plane_in_text("a,b,MiB/s\na,b,512\n")(0, 1), 1.0 / 512);
    EXPECT_DOUBLE_EQ(plane_in_text("a,b,latency[us]\na,b,3\n")(0, 1), 3e-6);
    // What the user names counts.
    EXPECT_DOUBLE_EQ(plane_in_text("a,b,MB/s\na,b,2\n", ":GB/s")(0, 1), gigabyte_s);
}

TEST(PairList, LengthsArePlanesAndRepeatedLinesAreAveraged) {
    const std::string text = "# two lengths\nfrom;to;us;bytes\na;b;2;64K\na;b;4;64K\n\nb;c;9;0\n";
    const auto run = run_in_text(text);
    ASSERT_EQ(run.description().message_lengths, (std::vector<std::int64_t>{0, 65536}));
    EXPECT_DOUBLE_EQ(run.stack(Statistic::average)->plane(1)(0, 1), 3e-6);
    EXPECT_DOUBLE_EQ(run.stack(Statistic::average)->plane(0)(1, 2), 9e-6);
    EXPECT_TRUE(std::isnan(run.stack(Statistic::average)->plane(0)(0, 1)));
}

TEST(PairList, WithOnePairInBothDirectionsEachValueIsOfItsDirection) {
    const std::string text = "a,b,us\na,b,2\nb,a,3\nb,c,4\n";
    const Matrix plane = plane_in_text(text);
    EXPECT_DOUBLE_EQ(plane(0, 1), 2e-6);
    EXPECT_DOUBLE_EQ(plane(1, 0), 3e-6);
    EXPECT_DOUBLE_EQ(plane(1, 2), 4e-6);
    EXPECT_TRUE(std::isnan(plane(2, 1)));
    EXPECT_FALSE(is_symmetric(run_in_text(text).description()));
}

TEST(PairList, WhatWasNotMeasuredIsAGap) {
    for (const char* word : {"0", "-1", "nan", "inf", ""}) {
        const Matrix plane = plane_in_text(std::string("a,b,GB/s\na,c,1\na,b,") + word + "\n");
        EXPECT_TRUE(std::isnan(plane(0, 2))) << word;
        EXPECT_GT(plane(0, 1), 0) << word;
    }
    const auto run = run_in_text("a,b,us\na,a,1\na,b,2\n");
    EXPECT_EQ(run.description().rank_count(), 2);
    EXPECT_THAT(run.description().comment, HasSubstr("1 line of a host with itself left out"));
}

TEST(PairList, WhatDoesNotFitIsRefusedWithItsLine) {
    EXPECT_EQ(refusal_of_text("a,b,2\n"),
              ":1: the unit of '2' is unknown; put host,host,GB/s above the list or name it behind the file, "
              "pairs.txt:GB/s (known: GB/s, MB/s, GiB/s, MiB/s, Gbit/s, Mbit/s, s, ms, us, ns)");
    EXPECT_EQ(refusal_of_text("a,b,us\na,b,2\na b 3\n"),
              ":3: 'a b 3' is not host,host,value or host,host,value,bytes");
    EXPECT_EQ(refusal_of_text("a,b,us\na,b,2\na,b,fast\n"), ":3: 'fast' is not a number");
    EXPECT_EQ(refusal_of_text("a,b,us\na,,2\n"), ":2: a host has no name");
    EXPECT_EQ(refusal_of_text("a,b,us\na,b,2,many\n"),
              ":2: 'many' stands where the bytes of a message are expected, as 65536 or 64K");
    EXPECT_EQ(refusal_of_text("a,b,us\na,b,2,64K\nb,c,2\n"),
              ":3: some lines name the bytes of a message and others do not; name them in all");
    EXPECT_EQ(refusal_of_text("a,b,GB/s\na,b,2,0\n"), ":2: a message of 0 bytes has no bandwidth");
    EXPECT_EQ(refusal_of_text("a,b,us\na,a,2\n"), ": no value of two hosts in it; was the output cut off?");
}

TEST(PairList, MoreHostsThanMatricesMayHaveAreRefused) {
    std::string text = "a,b,us\n";
    for (int pair = 0; pair < 40'000; ++pair)
        text += "x" + std::to_string(pair) + ",y" + std::to_string(pair) + ",1\n";
    EXPECT_EQ(
        refusal_of_text(text),
        ": 80000 hosts at 1 length are more than a list can hold; split it by lengths or groups of hosts");
}

TEST(PairList, AFileOfOtherUnitsTakesNone) {
    const std::string graph = std::filesystem::path(SAMPLES_DIRECTORY) / "mpigraph/mpigraph_1.5_4_ranks.txt";
    EXPECT_EQ(testing::error_of<FileError>([&] { (void)open_run(graph + ":GB/s"); }),
              graph + ":GB/s: the output of mpiGraph has units of its own; leave :GB/s out");
}

}  // namespace
}  // namespace fabricmap
