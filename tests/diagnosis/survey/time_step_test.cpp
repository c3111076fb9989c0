// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/time_step.hpp"

#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

using testing::fabric;
using testing::HeldRun;

double time_step(const HeldRun& held) {
    const fabricmap::Run run = held.run();
    return time_step_of(run, *run.stack(run.preferred()), machine_of(run.description()));
}

HeldRun run_without_clock() {
    HeldRun run(fabric("fat-tree,hosts=16,leaf=8;noise,2%;sweep,lengths=0,64K"));
    run.description.clock_resolution_s = std::numeric_limits<double>::quiet_NaN();
    return run;
}

TEST(TimeStep, IsTheClocksWhereTheRunRecordsIt) {
    HeldRun run = run_without_clock();
    run.description.clock_resolution_s = 25e-9;
    EXPECT_EQ(time_step(run), 25e-9);
}

TEST(TimeStep, IsSeenInTheValuesWhereItIsNotRecorded) {
    HeldRun run = run_without_clock();
    EXPECT_EQ(time_step(run), 0) << "drawn values lie on no grid";
    run.alter([](std::size_t, Eigen::Index, Eigen::Index, double& delay) {
        delay = std::round(delay / 5e-9) * 5e-9;
    });
    EXPECT_NEAR(time_step(run), 5e-9, 1e-12);
}

TEST(TimeStep, IsNotTheDistanceOfLevelsWithoutNoise) {
    HeldRun run(fabric("torus,size=4x4;latency,base=1us,hop=200ns;sweep,lengths=0"));
    run.description.clock_resolution_s = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(time_step(run), 0);
}

TEST(TimeStep, IsWhatRanksBeginApartAfterABarrier) {
    HeldRun run = run_without_clock();
    run.description.mode = Mode::all_to_all;
    run.alter([](std::size_t, Eigen::Index sender, Eigen::Index, double& delay) {
        delay += 1e-6 * static_cast<double>(sender % 4);
    });
    EXPECT_GT(time_step(run), 2e-6);
    EXPECT_LT(time_step(run), 6e-6);
}

}  // namespace
}  // namespace fabricmap::diagnosis
