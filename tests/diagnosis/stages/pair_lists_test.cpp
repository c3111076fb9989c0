// SPDX-License-Identifier: Apache-2.0
// What is said of a list of pairs: what they show and no more.
#include "base/mixing.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

testing::Outcome judged(const std::string& list, const std::string& unit = "") {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "pairs.csv", list);
    return testing::run_program("network_diagnose", {(folder / "pairs.csv").string() + unit});
}

/// Without the ends of lines, which depend on the length of names.
std::string on_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// GB/s between two hosts, within 3 %; with the slow one a half.
std::string line_of_pair(int one, int other, int slow_host) {
    const auto noise =
        static_cast<double>(mix(static_cast<std::uint64_t>(one), static_cast<std::uint64_t>(other)) % 1000);
    const double rate = 48 * (1 + 0.03 * noise / 1000) * (one == slow_host || other == slow_host ? 0.5 : 1);
    return fmt::format("g{},g{},{:.3f}\n", one, other, rate);
}

TEST(PairLists, FiveLinesNameTheSlowPairsAndNoHost) {
    const testing::Outcome outcome =
        judged("g1,g2,49.3\ng1,g3,24.6\ng2,g3,49.4\ng3,g4,49.2\ng4,g5,24.8\n", ":GB/s");
    EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
    // 49.4 / 24.6.
    EXPECT_THAT(
        on_one_line(outcome.out),
        AllOf(StartsWith("Undecided for 5 hosts. Of 5 pairs measured some take up to 2.01 times as long as "
                         "the quickest: g1 <-> g3, g4 <-> g5. Which of their hosts is slow"),
              HasSubstr("10 of 20 pairs were measured"), HasSubstr(" faults=0 "), HasSubstr("mixed_hosts=0"),
              Not(HasSubstr("Topology: "))));
}

TEST(PairLists, OfTwoPairsThatShareAHostNoKindIsNamed) {
    const testing::Outcome outcome = judged("g1,g2,12.2\ng1,g3,6.1\n", ":GB/s");
    EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
    EXPECT_THAT(on_one_line(outcome.out),
                AllOf(HasSubstr("2 times as long as the quickest: g1 <-> g3."), HasSubstr("mixed_hosts=0")));
}

TEST(PairLists, FiveLikePairsLeaveTheVerdictOpen) {
    const testing::Outcome outcome =
        judged("g1,g2,49.3\ng1,g3,49.6\ng2,g3,49.4\ng3,g4,49.2\ng4,g5,48.8\n", ":GB/s");
    EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(StartsWith("Undecided for 5 hosts. Measured with too few other hosts to be judged:"),
                      Not(HasSubstr("as long as the quickest"))));
}

TEST(PairLists, OfAllPairsTheSlowHostIsNamed) {
    std::string list = "node_a,node_b,busbw_GBps\n";
    for (int one = 1; one <= 12; ++one) {
        for (int other = one + 1; other <= 12; ++other) list += line_of_pair(one, other, 7);
    }
    const testing::Outcome outcome = judged(list);
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("1 fault in 12 hosts: g7 "));
}

TEST(PairLists, ASampleOfSixPartnersOfEachNamesTheSlowHostAndNoMissingPair) {
    std::string list = "node_a,node_b,busbw_GBps\n";
    for (int one = 0; one < 24; ++one) {
        for (const int step : {1, 5, 8}) list += line_of_pair(one, (one + step) % 24, 7);
    }
    const testing::Outcome outcome = judged(list);
    EXPECT_EQ(outcome.exit_code, 4) << outcome.out;
    EXPECT_THAT(outcome.out, AllOf(StartsWith("1 fault in 24 hosts: g7 "), HasSubstr("failed_pair=0")));
}

/// Of hosts with two ranks each what LinkTest lists: one pair of ranks of each two hosts, at its one length.
std::string linktest_of_two_ranks_a_host(int hosts) {
    std::string text = "linktest: Message length:                131072 Bytes\n";
    for (int task = 0; task < 2 * hosts; ++task)
        text += fmt::format("task[{:06}] on g{:02} (0,0,0,{}) mem= 1.0 MB\n", task, task / 2, task % 2);
    for (int one = 0; one < hosts; ++one) {
        for (int other = one + 1; other < hosts; ++other) {
            const double time_us = 37 + 0.01 * ((one * other) % 7);
            text += fmt::format("0: PINGPONG {} <-> {}: 1st: {:.4f}us (1 MB/s) 2nd: {:.4f}us (1 MB/s)\n",
                                2 * one, 2 * other + 1, time_us, time_us);
        }
    }
    return text;
}

TEST(PairLists, OfRanksThatWereNotPairedLackNoOtherLength) {
    const testing::Outcome outcome = judged(linktest_of_two_ranks_a_host(8));
    EXPECT_NE(outcome.exit_code, 3) << outcome.err;
    EXPECT_THAT(on_one_line(outcome.out), AllOf(HasSubstr("in 8 hosts"), Not(HasSubstr("at other lengths")),
                                                Not(HasSubstr("cut_short"))));
}

TEST(PairLists, OfFewPairsAskForMoreOfThem) {
    const std::string text =
        on_one_line(judged("g1,g2,49.3\ng1,g3,24.6\ng2,g3,49.4\ng3,g4,49.2\ng4,g5,24.8\n", ":GB/s").out);
    EXPECT_THAT(text, AllOf(HasSubstr("measure more pairs (network_test: --sample-pairs)"),
                            Not(HasSubstr("increase --sample-pairs"))));
}

TEST(PairLists, AFileThatIsRefusedEndsWithItsLineAndCode3) {
    const testing::Outcome outcome = judged("g1,g2,49.3\n");
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err,
                HasSubstr("pairs.csv:1: the unit of '49.3' is unknown; put host,host,GB/s above"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
