// SPDX-License-Identifier: Apache-2.0
// What a diagnosis makes of rounds, all of them or a few.
#include "netcdf_schema/run.hpp"
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

/// What network_diagnose says of a sweep of the fabric with these options, in which it has to find faults.
std::string verdict(const SimulatedFabric& fabric, const std::vector<std::string>& more) {
    std::vector<std::string> options{"--lengths", "0,1K,16K", "-n",     "3", "--warm-up",
                                     "0",         "--fixed",  "--seed", "1"};
    options.insert(options.end(), more.begin(), more.end());
    const Outcome swept = fabric.sweep("run", options);
    EXPECT_EQ(swept.exit_code, 0) << swept.err;
    const Outcome diagnosed = testing::run({DIAGNOSE, fabric.folder() / "run"}, std::chrono::seconds(30));
    EXPECT_EQ(diagnosed.exit_code, 4) << diagnosed.err;
    return diagnosed.out;
}

TEST(DiagnosedRounds, NameASlowLinkAndNothingElse) {
    const SimulatedFabric fabric(torus + "fault slow-link sender=9 receiver=26 factor=4\n");
    const std::string text = verdict(fabric, {"--schedule", "rounds"});
    EXPECT_THAT(text, HasSubstr("1 fault in 64 hosts: link node09"));
    EXPECT_THAT(text, HasSubstr("node26"));
}

TEST(DiagnosedRounds, NameASlowHostFromAFewRoundsAndAccuseNoPairThatWasLeftOut) {
    const SimulatedFabric fabric(torus + "fault slow-node host=17 factor=2\n");
    const std::string text = verdict(fabric, {"--sample-pairs", "rounds=8"});
    EXPECT_THAT(text, HasSubstr("1 fault in 64 hosts: node17 sends and"));
    EXPECT_THAT(text, Not(HasSubstr("nothing was measured")));
    const Matrix medians = fabric.medians("run", 0);
    // Eight rounds of 32 pairs in both directions, and the diagonal; all else was not measured.
    EXPECT_EQ(medians.isNaN().count(), 64 * 64 - 64 - 8 * 64);
}

}  // namespace
}  // namespace fabricmap::testing
