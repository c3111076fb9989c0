// SPDX-License-Identifier: Apache-2.0
// What a sweep estimates of its time, and how it keeps to the time that it is given.
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

/// The number of seconds that stands before " s" behind the words.
double seconds_after(const std::string& words, const std::string& text) {
    std::smatch found;
    if (!std::regex_search(text, found, std::regex(words + R"((?:(\d+) min )?([0-9.]+) (m?)s)"))) return -1;
    const double minutes = found[1].matched ? std::stod(found[1]) : 0;
    const double unit = found[3].length() > 0 ? 1e-3 : 1;
    return 60 * minutes + unit * std::stod(found[2]);
}

TEST(MaxTime, MeasuresEveryPairAtEveryLengthBeforePrecision) {
    const TemporaryFolder folder;
    const Outcome outcome = run(Job{.ranks = 4,
                                    .words = {"--max-time", "4s", "-n", "100000", "--precision", "0.01%",
                                              "-s", "500", "-f", folder / "run"}});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const fabricmap::Run run = open_run(folder / "run");
    EXPECT_TRUE(run.description().complete) << outcome.err;
    ASSERT_EQ(run.description().message_lengths.size(), 20);
    for (std::size_t plane = 0; plane < 20; ++plane) {
        EXPECT_EQ((run.stack(Statistic::count)->plane(plane) >= 1).count(), 4 * 3);
    }
    // Without a limit this many samples would take more than an hour.
    EXPECT_THAT(outcome.err, HasSubstr("less precise than 0.01 %"));
    EXPECT_LT(seconds_after("samples in ", outcome.err), 2 * 4.0) << outcome.err;
}

TEST(MaxTime, TellsWhatItLeftOutAndResumeGoesOnWithThat) {
    const TemporaryFolder folder;
    std::vector<std::string> words{"--max-time", "1s", "-e", "20000", "-s", "1", "-f", folder / "run"};
    const Outcome outcome = run(Job{.ranks = 4, .words = words});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("of 20000 lengths; --resume continues with the others"));
    const RunDescription first = open_run(folder / "run").description();
    EXPECT_FALSE(first.complete);
    EXPECT_EQ(first.message_lengths.front(), 0);
    // Spread from end to end: what was measured says something of all lengths.
    EXPECT_EQ(first.message_lengths.back(), 19'999);

    words.emplace_back("--resume");
    ASSERT_EQ(run(Job{.ranks = 4, .words = words}).exit_code, 0);
    EXPECT_GT(open_run(folder / "run").description().message_lengths.size(), first.message_lengths.size());
}

TEST(MaxTime, HoldsForStepsOfAllRanksToo) {
    const TemporaryFolder folder;
    const Outcome outcome = run(Job{.ranks = 4,
                                    .words = {"-t", "all_to_all", "--max-time", "2s", "-n", "1000000",
                                              "--precision", "0.01%", "-s", "1000", "-f", folder / "run"}});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(open_run(folder / "run").description().complete) << outcome.err;
    EXPECT_LT(seconds_after("samples in ", outcome.err), 2 * 2.0) << outcome.err;
}

/// The most samples that any pair has.
double largest_count(const fabricmap::Run& run) {
    double largest = 0;
    for (std::size_t plane = 0; plane < run.description().message_lengths.size(); ++plane)
        largest = std::max(largest, run.stack(Statistic::count)->plane(plane).maxCoeff());
    return largest;
}

TEST(MaxTime, IsKeptToATenthWhileRoundsAreThinned) {
    constexpr double given_s = 20;
    std::string seen;
    // More ranks than cores disturb each other. Others use this machine, too: one quiet moment will do.
    for (int attempt = 0; attempt < 4; ++attempt) {
        const TemporaryFolder folder;
        const Outcome outcome = run(Job{
            .ranks = 8,
            .words = {"--schedule", "rounds", "--active-per-node", "all", "--lengths", "0,pow2:1:64K",
                      "--max-time", "20s", "-n", "100000", "--precision", "0.01%", "-f", folder / "run"}});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const fabricmap::Run run = open_run(folder / "run");
        const std::size_t planes = run.description().message_lengths.size();
        for (std::size_t plane = 0; plane < planes; ++plane) {
            EXPECT_EQ((run.stack(Statistic::count)->plane(plane) >= 1).count(), 8 * 7) << plane;
        }
        const double took_s = seconds_after("samples in ", outcome.err);
        seen += outcome.err;
        const bool is_thinned = outcome.err.find("at once, messages of") != std::string::npos;
        // Where others take the cores, time is short, and single samples say nothing of interference.
        if (planes == 18 && took_s < 1.1 * given_s && (is_thinned || largest_count(run) < 10)) return;
    }
    FAIL() << seen;
}

/// Compares what --dry-run tells with what the same job then takes.
void expect_good_estimate(const Job& given) {
    std::string seen;
    // Others use this machine, too: one quiet moment will do.
    for (int attempt = 0; attempt < 4; ++attempt) {
        const TemporaryFolder folder;
        Job job = given;
        // What the disk takes for each length is known too roughly.
        job.words.insert(job.words.end(), {"--no-sync", "-f", folder / "run"});
        Job dry = job;
        dry.words.emplace_back("--dry-run");
        const double estimate_s = seconds_after("estimated time ", run(dry).out);
        const double took_s = seconds_after("samples in ", run(job).err);
        seen += " " + std::to_string(estimate_s) + " for " + std::to_string(took_s);
        if (estimate_s > took_s / 1.3 && estimate_s < took_s * 1.3) return;
    }
    FAIL() << seen;
}

class Estimate : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Estimate, IsWithinAThirdOfTheTimeThatTheSweepThenTakes) {
    expect_good_estimate({.ranks = 4, .words = GetParam()});
}

TEST(EstimateAlone, OfOrderedPairsIsNotThatOfTheFirstOnes) {
    // The pairs of the first row are slow, which are an eighth of all.
    expect_good_estimate({.ranks = 8,
                          .words = {"--schedule", "serial", "--ordered", "-b", "1000", "-e", "20000", "-s",
                                    "1000", "-n", "60", "--fixed"},
                          .preload = "slow_rank",
                          .environment = {{"FABRICMAP_SLOW_RANK", "0"}, {"FABRICMAP_SLOW_WHEN", "sends"}}});
}

INSTANTIATE_TEST_SUITE_P(
    Of, Estimate,
    ::testing::Values(std::vector<std::string>{"-e", "20000", "-s", "100"},
                      std::vector<std::string>{"--lengths", "pow2:1:1M", "-n", "300", "--fixed"},
                      std::vector<std::string>{"--schedule", "rounds", "-e", "20000", "-s", "100"}));

}  // namespace
}  // namespace fabricmap::testing
