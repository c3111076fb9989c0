// SPDX-License-Identifier: Apache-2.0
#include "read_text.hpp"

#include <filesystem>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::plane_in_text;
using testing::refusal_of_text;
using testing::run_in_text;

/// With names, and numbers that have run into each other.
const std::string named =
    "Rank:               0        1        2\n"
    "   0 (g17):       0.0333078.1332000.0\n"
    "   1 (g8  ): 333000.0     0.0166539.0\n"
    "   2 (g8  ): 332000.0166538.0     0.0\n"
    "\nMinimum bandwidth: 166538.0 MB/s between 2 and 1\nAverage bandwidth: 277402.7 MB/s\n";

TEST(Clusterkit, TheSampleIsTheTimeOf32MebibytesOverBothDirections) {
    const auto run = open_run(std::filesystem::path(SAMPLES_DIRECTORY) / "pairs/clusterkit_bw.txt");
    ASSERT_EQ(run.description().message_lengths, std::vector<std::int64_t>{33554432});
    const Matrix plane = run.stack(Statistic::average)->plane(0);
    // The mean of 33554432 / 24012.1e6 and 33554432 / 24011.3e6.
    EXPECT_NEAR(plane(0, 1), 0.0013974200914267, 1e-15);
    EXPECT_EQ(plane(0, 1), plane(1, 0));
    EXPECT_NEAR(plane(1, 2), 0.0027956086080381, 1e-15);
    EXPECT_EQ(run.description().ranks, (std::vector<RankLocation>{{""}, {""}, {""}}));
    EXPECT_THAT(run.description().comment, HasSubstr("the file does not name all hosts"));
}

TEST(Clusterkit, ReadsNamesAndNumbersWithoutBlanksBetween) {
    const auto run = run_in_text(named);
    EXPECT_EQ(run.description().ranks, (std::vector<RankLocation>{{"g17", 0}, {"g8", 1}, {"g8", 1}}));
    EXPECT_NEAR(run.stack(Statistic::average)->plane(0)(0, 2), 33554432 / 332000.0e6, 1e-15);
    EXPECT_THAT(run.description().comment, ::testing::Not(HasSubstr("name")));
}

TEST(Clusterkit, LatenciesAreMicroseconds) {
    const std::string text = "Latency, usec\n     0    1\n0  0.00 1.80\n1  1.78 0.00\n";
    EXPECT_NEAR(plane_in_text(text)(0, 1), 1.79e-6, 1e-18);
    EXPECT_EQ(run_in_text(text).description().message_lengths, std::vector<std::int64_t>{0});
}

TEST(Clusterkit, WhatDoesNotFitIsRefusedWithItsLine) {
    EXPECT_EQ(refusal_of_text(named.substr(0, named.find("   2 (g8"))),
              ":3: the matrix ends after 2 of 3 lines; run ClusterKit to its end");
    std::string changed = named;
    changed.replace(changed.find("332000.0166538.0"), 16, "332000.0");
    EXPECT_EQ(refusal_of_text(changed), ":4: 2 numbers in a matrix of 3 ranks");
    changed = named;
    changed.replace(changed.find("333000.0"), 8, "n/a     ");
    EXPECT_EQ(refusal_of_text(changed), ":3: 'n/a' is not a number");
    changed = named;
    changed.replace(changed.find("   1 ("), 6, "   5 (");
    EXPECT_THAT(refusal_of_text(changed), HasSubstr("stands where the line of rank 1 is expected"));
    EXPECT_EQ(refusal_of_text(named.substr(0, named.find("\nMinimum"))),
              ": no line says whether this is bandwidth or latency; keep ClusterKit's title and summary in "
              "the file");
}

}  // namespace
}  // namespace fabricmap
