// SPDX-License-Identifier: Apache-2.0
// What a diagnosis makes of rounds, all of them or a few.
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "tests/lab/simulated/simulated_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string torus =
    "fabric torus size=4x4x4\nlatency base=1ms hop=200us\nbandwidth link=400Mbit\nnoise 2%\n";

void sweep_whole(const SimulatedFabric& fabric, const std::string& name,
                 const std::vector<std::string>& options) {
    const Outcome swept = fabric.sweep(name, options);
    EXPECT_EQ(swept.exit_code, 0) << swept.err;
}

std::string diagnosed(const SimulatedFabric& fabric, const std::string& name, int exit_code,
                      const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{std::string(PROGRAMS) + "/network_diagnose", fabric.folder() / name};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome diagnosed = testing::run(words);
    EXPECT_EQ(diagnosed.exit_code, exit_code) << diagnosed.out << diagnosed.err;
    return diagnosed.out;
}

/// What network_diagnose says of a sweep of the fabric with these options, in which it has to find faults.
std::string verdict(const SimulatedFabric& fabric, const std::vector<std::string>& more) {
    std::vector<std::string> options{"--lengths", "0,1K,16K", "-n",     "3", "--warm-up",
                                     "0",         "--fixed",  "--seed", "1"};
    options.insert(options.end(), more.begin(), more.end());
    sweep_whole(fabric, "run", options);
    return diagnosed(fabric, "run", 4);
}

TEST(DiagnosedRounds, NameASlowLinkAndNothingElse) {
    const SimulatedFabric fabric(torus + "fault slow-link sender=9 receiver=26 factor=4\n");
    const std::string text = verdict(fabric, {"--schedule", "rounds"});
    EXPECT_THAT(text, HasSubstr("1 fault in 64 hosts: link node09"));
    EXPECT_THAT(text, HasSubstr("node26"));
}

// Empty messages of a slow host take as long as those between hosts that are farther apart. What contention
// does to the latter is not seen where they are compared with the slow host's.
TEST(DiagnosedRounds, NameASlowHostAndNoPairThatIsFartherApart) {
    const SimulatedFabric fabric(
        "fabric torus size=4x4x4\nlatency base=1us hop=200ns\nbandwidth link=40Gbit\nnoise 2%\n"
        "fault slow-node host=9 factor=1.5\n");
    sweep_whole(fabric, "run", {"--schedule", "rounds", "--lengths", "0,64K", "-n", "12", "--seed", "2"});
    EXPECT_THAT(diagnosed(fabric, "run", 4), HasSubstr("1 fault in 64 hosts: node09 sends and"));
}

TEST(DiagnosedRounds, NameASlowHostFromAFewRoundsAndAccuseNoPairThatWasLeftOut) {
    const SimulatedFabric fabric(torus + "fault slow-node host=17 factor=2\n");
    const std::string text = verdict(fabric, {"--sample-pairs", "rounds=12"});
    EXPECT_THAT(text, HasSubstr("1 fault in 64 hosts: node17 sends and"));
    EXPECT_THAT(text, Not(HasSubstr("nothing was measured")));
    const Matrix medians = fabric.medians("run", 0);
    // Twelve rounds of 32 pairs in both directions, and the diagonal; all else was not measured.
    EXPECT_EQ(medians.isNaN().count(), 64 * 64 - 64 - 12 * 64);
}

// Pairs of a round share cables, although no host is in two of them.
class SharedCables : public ::testing::TestWithParam<std::string> {
  protected:
    static constexpr const char* links = "latency base=1us hop=200ns\nbandwidth link=40Gbit\nnoise 2%\n";
    static std::vector<std::string> options(const std::string& schedule) {
        return {"--schedule", schedule, "--lengths", "0,64K", "-n", "12", "--seed", "3"};
    }
};

TEST_P(SharedCables, MakeNobodySlow) {
    const SimulatedFabric fabric(GetParam() + "\n" + links);
    sweep_whole(fabric, "rounds", options("rounds"));
    sweep_whole(fabric, "serial", options("serial"));
    EXPECT_THAT(diagnosed(fabric, "rounds", 0), HasSubstr("RESULT: verdict=healthy faults=0 "));
    const Eigen::ArrayXXd ratios =
        fabric.medians("rounds", 1).cast<double>() / fabric.medians("serial", 1).cast<double>();
    std::int64_t far = 0;
    for (Eigen::Index i = 0; i < ratios.rows(); ++i) {
        for (Eigen::Index j = 0; j < ratios.cols(); ++j) {
            if (i == j) continue;
            if (std::abs(std::log(ratios(i, j))) > std::log(1.15)) ++far;
            EXPECT_LT(ratios(i, j), 2) << i << " to " << j;
        }
    }
    EXPECT_LE(far, ratios.size() / 1000);
}

TEST_P(SharedCables, HideNoSlowHost) {
    const SimulatedFabric fabric(GetParam() + "\n" + links + "fault slow-node host=9 factor=1.5\n");
    sweep_whole(fabric, "rounds", options("rounds"));
    const std::string text = diagnosed(fabric, "rounds", 4);
    EXPECT_THAT(text, HasSubstr("1 fault in "));
    EXPECT_THAT(text, HasSubstr("node09 "));
}

INSTANTIATE_TEST_SUITE_P(Of, SharedCables,
                         ::testing::Values("fabric torus size=4x3x3",
                                           "fabric fat-tree hosts=32 leaf=8 oversubscription=2"),
                         [](const auto& fabric) { return fabric.index == 0 ? "torus" : "fat_tree"; });

/// How many measurements of a run were made beside others and pass for confirmed.
std::int64_t confirmed_beside_others(const SimulatedFabric& fabric, const std::string& name) {
    const Run run = open_run(fabric.folder() / name);
    std::int64_t count = 0;
    for (std::size_t length = 0; length < run.quality()->message_lengths().size(); ++length) {
        for (const double bits : run.quality()->plane(length).reshaped()) {
            if (has_quality(bits, Quality::in_round) && !has_quality(bits, Quality::unconfirmed)) ++count;
        }
    }
    return count;
}

struct Planted {
    std::string name;
    std::string fault;
    std::string found;
};

class SuspectsOfRoundsInAHurry : public ::testing::TestWithParam<Planted> {};

TEST_P(SuspectsOfRoundsInAHurry, AreClearedOrBecomeFaultsWhenTheyAreConfirmed) {
    const SimulatedFabric fabric(
        "fabric torus size=4x3x3\nlatency base=1ms hop=200us\nbandwidth link=40Mbit\nnoise 2%\n"
        "fault " +
        GetParam().fault + "\n");
    sweep_whole(fabric, "run",
                {"--schedule", "rounds", "--lengths", "0,64K", "--max-time", "25", "--seed", "3"});
    // There was no time to see whether pairs disturb each other: nor do fewer of them confirm anything.
    EXPECT_EQ(confirmed_beside_others(fabric, "run"), 0);
    const std::string list = fabric.folder() / "suspects.csv";
    const std::string before = diagnosed(fabric, "run", 5, {"--suspects", list});
    EXPECT_THAT(before, HasSubstr("RESULT: verdict=undecided faults=0 "));
    EXPECT_THAT(before, Not(HasSubstr(" suspects=0 ")));
    sweep_whole(fabric, "run", {"--resume", "--confirm", list});
    const std::string after = diagnosed(fabric, "run", 4);
    EXPECT_THAT(after, HasSubstr("1 fault in 36 hosts: " + GetParam().found));
    EXPECT_THAT(after, HasSubstr(" suspects=0 "));
}

INSTANTIATE_TEST_SUITE_P(
    Of, SuspectsOfRoundsInAHurry,
    ::testing::Values(Planted{"link", "slow-link sender=7 receiver=20 factor=4", "link node07"},
                      Planted{"host", "slow-node host=7 factor=1.6", "node07 sends and receives 1.6 times"}),
    [](const auto& planted) { return planted.param.name; });

}  // namespace
}  // namespace fabricmap::testing
