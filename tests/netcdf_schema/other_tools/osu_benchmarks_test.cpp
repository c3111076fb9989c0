// SPDX-License-Identifier: Apache-2.0
#include "read_text.hpp"

#include <filesystem>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::plane_in_text;
using testing::refusal_of_text;
using testing::run_in_text;

const std::string mbw_mr =
    "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4\n"
    "# [ pairs: 4 ] [ window size: 64 ]\n"
    "# Datatype: MPI_CHAR.\n"
    "# Size                  MB/s        Messages/s\n"
    "1                      10.00       10000000.00\n"
    "65536               40000.00         610351.56\n";
const std::string latency =
    "# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n"
    "# Size       Avg Latency(us)\n0                       1.50\n1                       1.75\n";

TEST(OsuBenchmarks, TheSampleIsACurveOfTwoRanksOfUnknownHosts) {
    const auto run = open_run(std::filesystem::path(SAMPLES_DIRECTORY) / "pairs/osu_multi.txt");
    ASSERT_EQ(run.description().message_lengths, (std::vector<std::int64_t>{1, 1048576}));
    EXPECT_EQ(run.description().ranks, (std::vector<RankLocation>{{""}, {""}}));
    // 1048576 / 12204.11e6 and 1 / 3.02e6.
    EXPECT_NEAR(run.stack(Statistic::average)->plane(1)(0, 1), 8.591990730991444e-05, 1e-17);
    EXPECT_NEAR(run.stack(Statistic::average)->plane(0)(1, 0), 3.3112582781456954e-07, 1e-18);
    EXPECT_EQ(run.description().title, "OSU MPI Bandwidth Test v7.3");
    EXPECT_THAT(run.description().comment, HasSubstr("the output names no hosts"));
}

TEST(OsuBenchmarks, ABandwidthOfSeveralPairsIsTheTimeOfAMessageOfEach) {
    // 4 × 65536 / 40000e6, 4 × 1 / 10e6.
    EXPECT_DOUBLE_EQ(plane_in_text(mbw_mr, "", 1)(0, 1), 6.5536e-6);
    EXPECT_DOUBLE_EQ(plane_in_text(mbw_mr)(0, 1), 4e-7);
    std::string both_ways =
        "# OSU MPI Bi-Directional Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n1000 500.00\n";
    EXPECT_DOUBLE_EQ(plane_in_text(both_ways)(0, 1), 4e-6);
}

TEST(OsuBenchmarks, ALineAboveEachOutputNamesItsHosts) {
    const auto run = run_in_text("g1 g2\n" + latency + "g2,g3\n" + latency +
                                 "g1,g4\nsome warning of a library\n" + latency);
    ASSERT_EQ(run.description().rank_count(), 4);
    EXPECT_EQ(run.description().ranks[2].host, "g3");
    const Matrix plane = run.stack(Statistic::average)->plane(1);
    EXPECT_DOUBLE_EQ(plane(0, 1), 1.75e-6);
    EXPECT_DOUBLE_EQ(plane(3, 0), 1.75e-6);
    EXPECT_TRUE(std::isnan(plane(0, 2)));
    EXPECT_EQ(run.description().title, "OSU MPI Latency Test v7.4");
}

TEST(OsuBenchmarks, WhatDoesNotFitIsRefusedWithItsLine) {
    EXPECT_EQ(refusal_of_text(latency + latency),
              ":6: outputs of several pairs, and no line above each names its hosts; write 'HOST HOST' above "
              "each of "
              "them");
    EXPECT_EQ(refusal_of_text("g1 g2\n" + latency + latency),
              ":7: outputs of several pairs, and no line above each names its hosts; write 'HOST HOST' above "
              "each of "
              "them");
    EXPECT_EQ(refusal_of_text(latency + "64\n"),
              ":6: a line of a size without its value; was the output cut off? Run the test again");
    EXPECT_EQ(refusal_of_text("# OSU MPI Allgather Memory Test v7.4\n# Size   Bytes\n"),
              ":2: the heading names neither MB/s nor us; this test measures no pair");
    EXPECT_EQ(refusal_of_text("# OSU MPI Latency Test v7.4\n"),
              ": no value of two hosts in it; was the output cut off?");
    const std::string body = latency.substr(latency.find("# Datatype"));
    EXPECT_EQ(refusal_of_text(body + "g1 g2\n" + latency),
              ":2: no line '# OSU MPI ...' above this heading; was the output cut off?");
    EXPECT_EQ(refusal_of_text("g1 g2\n" + latency + "g2 g3\n" + body),
              ":9: a second heading in one output, of another data type or without '# OSU MPI ...' above it; "
              "keep each "
              "output whole");
    std::string none = mbw_mr;
    none.replace(none.find("pairs: 4"), 8, "pairs: 0");
    EXPECT_EQ(refusal_of_text(none), ":2: the number of pairs must be a whole number above 0");
}

}  // namespace
}  // namespace fabricmap
