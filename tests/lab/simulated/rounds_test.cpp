// SPDX-License-Identifier: Apache-2.0
// Rounds against the serial schedule, where the clock and all delays are the simulator's. Links of
// milliseconds make the spans of time long enough to be reported exactly.
#include "netcdf_schema/open_run.hpp"
#include "tests/lab/simulated/simulated_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

const std::string slow_links = "latency base=1ms hop=200us\nbandwidth link=400Mbit\nnoise 2%\n";

std::vector<std::string> options_of(const std::string& schedule, const std::string& lengths,
                                    const std::vector<std::string>& more = {}) {
    std::vector<std::string> options{"--schedule", schedule, "--lengths", lengths,  "-n", "3",
                                     "--warm-up",  "0",      "--fixed",   "--seed", "1"};
    options.insert(options.end(), more.begin(), more.end());
    return options;
}

Outcome must_sweep(const SimulatedFabric& fabric, const std::string& name,
                   const std::vector<std::string>& options) {
    const Outcome outcome = fabric.sweep(name, options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome;
}

void for_each_pair(const Matrix& delays, const std::function<void(int, int)>& act) {
    for (int i = 0; i < delays.rows(); ++i) {
        for (int j = 0; j < delays.cols(); ++j) {
            if (i != j) act(i, j);
        }
    }
}

/// Relative differences of the cells of two planes, ascending.
std::vector<double> differences(const Matrix& one, const Matrix& other) {
    std::vector<double> differences;
    for_each_pair(
        one, [&](int i, int j) { differences.push_back(std::abs(one(i, j) - other(i, j)) / other(i, j)); });
    std::sort(differences.begin(), differences.end());
    return differences;
}

std::pair<int, int> slowest(const Matrix& delays) {
    std::pair<int, int> pair{0, 1};
    for_each_pair(delays, [&](int i, int j) {
        if (delays(i, j) > delays(pair.first, pair.second)) pair = {i, j};
    });
    return pair;
}

TEST(SimulatedRounds, TakeATenthOfTheTimeAndSayTheSameAsOnePairAfterAnother) {
    const SimulatedFabric fabric("fabric torus size=4x4x4\n" + slow_links +
                                 "fault slow-link sender=9 receiver=26 factor=4\n");
    const Outcome serial = must_sweep(fabric, "serial", options_of("serial", "0,16K"));
    const Outcome rounds = must_sweep(fabric, "rounds", options_of("rounds", "0,16K"));
    EXPECT_THAT(rounds.err, HasSubstr("63 rounds of up to 32 pairs"));
    EXPECT_GT(seconds_in(serial.err, "samples in "), 10 * seconds_in(rounds.err, "samples in "));
    for (const std::size_t length : {0U, 1U}) {
        const std::vector<double> strays =
            differences(fabric.medians("rounds", length), fabric.medians("serial", length));
        EXPECT_LT(strays[strays.size() / 2], 0.05) << "length " << length;
        EXPECT_LT(strays[strays.size() * 99 / 100], 0.15) << "length " << length;
    }
    EXPECT_EQ(slowest(fabric.medians("serial", 1)), std::pair(9, 26));
    EXPECT_EQ(slowest(fabric.medians("rounds", 1)), std::pair(9, 26));
}

TEST(SimulatedRounds, AreThinnedUntilACableThatSomePairsShareDisturbsNone) {
    // In the rack nobody waits for anybody, so that the median says little.
    const SimulatedFabric fabric(
        "fabric fat-tree hosts=8 leaf=4 oversubscription=4\nlatency level1=100us level2=400us\n"
        "bandwidth link=200Mbit\n");
    must_sweep(fabric, "serial", options_of("serial", "0,64K,256K"));
    const Outcome rounds = must_sweep(fabric, "rounds", options_of("rounds", "0,64K,256K"));
    EXPECT_THAT(rounds.err, HasSubstr("with 4 pairs at once, messages of 64K bytes between hosts take "));
    for (const std::size_t length : {0U, 1U, 2U}) {
        const std::vector<double> strays =
            differences(fabric.medians("rounds", length), fabric.medians("serial", length));
        EXPECT_LT(strays[strays.size() * 99 / 100], 0.15) << "length " << length;
    }
}

TEST(SimulatedRounds, TakeAboutAsLongAsADryRunEstimates) {
    const SimulatedFabric fabric("fabric torus size=4x4x4\n" + slow_links);
    for (const std::string schedule : {"serial", "rounds"}) {
        std::vector<std::string> options = options_of(schedule, "0,16K");
        const double took_s = seconds_in(must_sweep(fabric, schedule, options).err, "samples in ");
        options.insert(options.end(), {"--dry-run", "--overwrite"});
        const double estimated_s = seconds_in(must_sweep(fabric, schedule, options).out, "estimated time ");
        EXPECT_NEAR(estimated_s, took_s, 0.3 * took_s) << schedule;
    }
}

TEST(SimulatedRounds, AreEstimatedAsThinAsTheyWillBe) {
    const SimulatedFabric fabric(
        "fabric fat-tree hosts=8 leaf=4 oversubscription=4\nlatency level1=100us level2=400us\n"
        "bandwidth link=200Mbit\n");
    std::vector<std::string> options = options_of("rounds", "0,64K,256K");
    const double took_s = seconds_in(must_sweep(fabric, "rounds", options).err, "samples in ");
    options.emplace_back("--dry-run");
    const Outcome plan = must_sweep(fabric, "plan", options);
    EXPECT_THAT(plan.err, HasSubstr("with 4 pairs at once, messages of 64K bytes between hosts take "));
    EXPECT_THAT(plan.out, HasSubstr(" to check whether pairs disturb each other"));
    EXPECT_NEAR(seconds_in(plan.out, "estimated time "), took_s, 0.3 * took_s);
}

/// Expects every pair to have been measured, while others were.
void expect_all_in_rounds(const SimulatedFabric& fabric, int ranks) {
    const Run run = open_run(fabric.folder() / "run");
    const Matrix medians = run.stack(Statistic::median)->plane(0);
    const Matrix counts = run.stack(Statistic::count)->plane(0);
    ASSERT_EQ(medians.rows(), ranks);
    for_each_pair(medians, [&](int i, int j) {
        EXPECT_GT(medians(i, j), 0) << i << " to " << j;
        EXPECT_EQ(counts(i, j), 3) << i << " to " << j;
    });
    if (testing::run({"/bin/sh", "-c", "command -v ncdump"}).exit_code != 0) return;
    const std::string file = fabric.folder() / "run_count.nc";
    const std::string text = testing::run({"/bin/sh", "-c", "ncdump -v quality " + file}).out;
    // in_round is 8; what three samples can say is imprecise as well, 64.
    const std::string values = text.substr(text.find("quality =", text.find("data:")));
    std::size_t flagged = 0;
    for (std::size_t at = values.find("72"); at != std::string::npos; at = values.find("72", at + 2)) {
        ++flagged;
    }
    EXPECT_EQ(flagged, static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks - 1));
}

class RoundsOfRanks : public ::testing::TestWithParam<std::string> {};

TEST_P(RoundsOfRanks, ThatShareHostsMeasureEachPairOnce) {
    const SimulatedFabric fabric("fabric fat-tree hosts=8 leaf=4 ranks-per-host=8\n" + slow_links);
    must_sweep(fabric, "run", options_of("rounds", "0", {"--active-per-node", GetParam()}));
    expect_all_in_rounds(fabric, 64);
}

INSTANTIATE_TEST_SUITE_P(Active, RoundsOfRanks, ::testing::Values("1", "4", "all"),
                         [](const auto& instance) { return instance.param; });

TEST(SimulatedRounds, OfOddNumbersMeasureEachPairOnce) {
    for (const auto& [shape, ranks] : {std::pair("fabric torus size=3x5\n", 15),
                                       std::pair("fabric host hosts=7 ranks-per-host=3\n", 21)}) {
        const SimulatedFabric fabric(shape + slow_links);
        must_sweep(fabric, "run", options_of("rounds", "0"));
        expect_all_in_rounds(fabric, ranks);
    }
}

}  // namespace
}  // namespace fabricmap::testing
