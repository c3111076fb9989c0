// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "tests/lab/simulated/simulated_run.hpp"

#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

class SimulatedModes : public ::testing::TestWithParam<Mode> {};

TEST_P(SimulatedModes, MeasuresEveryPair) {
    const SimulatedFabric fabric("fabric fat-tree hosts=4 leaf=2 ranks-per-host=2\n");
    const std::string mode(name_of(GetParam()));
    std::vector<std::string> options{"-t", mode, "--lengths", "0,4K,128K", "-n", "3", "--seed", "1"};
    if (has_noise(GetParam())) options.insert(options.end(), {"-p", "2", "-l", "1K", "-m", "2"});
    const Outcome outcome = fabric.sweep("run", options);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Matrix delays = open_run(fabric.folder() / "run").stack(Statistic::median)->plane(2);
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) {
            if (i == j) continue;
            EXPECT_GT(delays(i, j), 0) << i << " to " << j;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, SimulatedModes, ::testing::ValuesIn(modes_of_all_pairs),
                         [](const auto& instance) { return std::string(name_of(instance.param)); });

TEST(SimulatedModes, AStreamCarriesTheRateOfTheLinks) {
    const SimulatedFabric fabric("fabric host hosts=3\nlatency base=1us hop=1us\nbandwidth link=10Gbit\n");
    constexpr double transfer_s = 1048576 / 1.25e9;
    for (const char* const mode : {"stream", "bidirectional_stream"}) {
        const Outcome outcome = fabric.sweep(mode, {"-t", mode, "--lengths", "1M", "-n", "3", "--fixed"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const fabricmap::Run run = open_run(fabric.folder() / mode);
        EXPECT_EQ(run.description().window, StreamWindow{}) << mode;
        const Matrix times = run.stack(Statistic::median)->plane(0);
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                if (i == j) continue;
                EXPECT_NEAR(times(i, j), transfer_s, 0.01 * transfer_s) << mode << i << j;
            }
        }
    }
}

TEST(SimulatedModes, OneSidedModesAlsoEndWithAFence) {
    const SimulatedFabric fabric("fabric host hosts=4\n");
    for (const char* const mode : {"put_one_to_one", "get_one_to_one"}) {
        const Outcome outcome =
            fabric.sweep(mode, {"-t", mode, "--rma-sync", "fence", "--lengths", "4K", "-n", "3"});
        EXPECT_EQ(outcome.exit_code, 0) << mode << outcome.err;
    }
}

}  // namespace
}  // namespace fabricmap::testing
