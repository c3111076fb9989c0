// SPDX-License-Identifier: Apache-2.0
// What a sweep estimates of its time, and how it keeps to the time that it is given.
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/votes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
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
    const TemporaryFolder folder;
    // More ranks than cores disturb each other.
    const Outcome outcome = run(
        Job{.ranks = 8,
            .words = {"--schedule", "rounds", "--active-per-node", "all", "--lengths", "0,pow2:1:64K",
                      "--max-time", "20s", "-n", "100000", "--precision", "0.01%", "-f", folder / "run"}});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const fabricmap::Run run = open_run(folder / "run");
    const std::size_t planes = run.description().message_lengths.size();
    EXPECT_EQ(planes, 18);
    for (std::size_t plane = 0; plane < planes; ++plane) {
        EXPECT_EQ((run.stack(Statistic::count)->plane(plane) >= 1).count(), 8 * 7) << plane;
    }
    EXPECT_LT(seconds_after("samples in ", outcome.err), 1.1 * given_s) << outcome.err;
    // Where others take the cores, time is short, and single samples say nothing of interference.
    const bool is_thinned = outcome.err.find("at once, messages of") != std::string::npos;
    EXPECT_TRUE(is_thinned || largest_count(run) < 10) << outcome.err;
}

/// Compares what --dry-run estimates with what the same job then takes. Messages are made slow by an
/// interposed library, so that both are about how many there are, and little about who else uses the machine.
/// On an idle one they agree to a third; on any to less than a factor of two, as a wrong count would be.
void expect_good_estimate(Job job) {
    constexpr double max_factor = 1.6;
    constexpr Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
    job.preload = "slow_rank";
    job.environment["FABRICMAP_SLOW_WHEN"] = "sends";
    // Ranks that share a core do not keep it from each other.
    job.environment["OMPI_MCA_mpi_yield_when_idle"] = "1";
    expect_votes<votes>([&] {
        const TemporaryFolder folder;
        Job real = job;
        // What the disk takes for each length is known too roughly.
        real.words.insert(real.words.end(), {"--no-sync", "-f", folder / "run"});
        Job dry = real;
        dry.words.emplace_back("--dry-run");
        const double estimate_s = seconds_after("estimated time ", run(dry).out);
        const double took_s = seconds_after("samples in ", run(real).err);
        const std::string text = fmt::format("{:.2f} s estimated, {:.2f} s taken", estimate_s, took_s);
        std::cout << text << '\n';
        const bool is_good = estimate_s > took_s / max_factor && estimate_s < took_s * max_factor;
        return is_good ? std::string() : text;
    });
}

class Estimate : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Estimate, IsAboutTheTimeThatTheSweepThenTakes) {
    expect_good_estimate({.ranks = 4, .words = GetParam()});
}

TEST(EstimateAlone, OfOrderedPairsIsNotThatOfTheFirstOnes) {
    // The pairs of the first row are slow, which are an eighth of all.
    expect_good_estimate({.ranks = 8,
                          .words = {"--schedule", "serial", "--ordered", "-b", "1000", "-e", "20000", "-s",
                                    "4000", "-n", "60", "--fixed"},
                          .environment = {{"FABRICMAP_SLOW_RANK", "0"}}});
}

INSTANTIATE_TEST_SUITE_P(
    Of, Estimate,
    ::testing::Values(std::vector<std::string>{"-e", "20000", "-s", "4000"},
                      std::vector<std::string>{"--lengths", "pow2:1:1M", "-n", "20", "--fixed"},
                      std::vector<std::string>{"--schedule", "rounds", "-e", "20000", "-s", "4000"}));

}  // namespace
}  // namespace fabricmap::testing
