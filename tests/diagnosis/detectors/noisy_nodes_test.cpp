// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::runs_of;

const std::string noisy = "fat-tree,hosts=32,leaf=8;noise,2%;fault,noisy-node,host=9,factor=4";

TEST(NoisyNode, IsReportedByItsSpreadThoughItIsNoSlower) {
    const Diagnosis diagnosis = judge(noisy);
    ASSERT_THAT(found_in(diagnosis), ElementsAre("noisy_node of node09, both"));
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 4, 0.8);
}

TEST(NoisyNode, IsReportedByTheLargestSamplesWhereNoDeviationIsStored) {
    EXPECT_THAT(
        found_in(judge(runs_of(HeldRun(fabric(noisy), {Statistic::median, Statistic::maximum}).run()))),
        ElementsAre("noisy_node of node09, both"));
}

TEST(NoisyNode, IsNotLookedForInTheMedianAlone) {
    const Diagnosis diagnosis = judge(runs_of(HeldRun(fabric(noisy)).run()));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "noisy hosts"), ::testing::HasSubstr("deviation"));
}

/// A fabric whose samples are alike, but for those of one host, which spread by that fraction of the delay.
fabricmap::Run spreading_at_one_host(double fraction) {
    HeldRun run(fabric("fat-tree,hosts=32,leaf=8;noise,2%"), {Statistic::median, Statistic::deviation});
    const std::vector<Matrix>& delays = run.planes.at(Statistic::median);
    run.alter(
        [&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& deviation) {
            deviation = (sender == 9 || receiver == 9 ? fraction : 0) * delays[k](sender, receiver);
        },
        Statistic::deviation);
    return run.run();
}

TEST(NoisyNode, IsNoneWhereSamplesDifferByStepsOfTheClockOrByTheirCompany) {
    for (const double fraction : {5e-4, 6e-3})
        EXPECT_THAT(found_in(judge(runs_of(spreading_at_one_host(fraction)))), IsEmpty()) << fraction;
    EXPECT_THAT(found_in(judge(runs_of(spreading_at_one_host(0.05)))),
                ElementsAre("noisy_node of node09, both"));
}

TEST(NoisyNode, IsNotReportedByLongMessagesThatWereMeasuredBesideThoseOfOtherPairs) {
    HeldRun run(fabric("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=0,4K,64K"),
                {Statistic::median, Statistic::deviation});
    run.description.pairs_at_once = 16;
    const auto spread_from = [&](std::size_t first) {
        HeldRun changed = run;
        changed.alter(
            [&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& deviation) {
                if (k >= first && (sender == 9 || receiver == 9)) deviation *= 4;
            },
            Statistic::deviation);
        return found_in(judge(runs_of(changed.run())));
    };
    EXPECT_THAT(spread_from(1), IsEmpty());
    EXPECT_THAT(spread_from(0), ElementsAre("noisy_node of node09, both"));
}

TEST(NoisyNode, IsNoneWhereAllSpreadAlike) {
    EXPECT_THAT(found_in(judge("fat-tree,hosts=32,leaf=8;noise,8%,tails=heavy")), IsEmpty());
}

TEST(NoisyNode, IsReportedWithTheShareOfItsSlowSamplesAndTheLongest) {
    HeldRun run(fabric("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=0,64K"), {Statistic::median});
    constexpr double wait_s = 0.2;
    constexpr double share = 0.01;
    const std::vector<Matrix>& medians = run.planes.at(Statistic::median);
    for (const Statistic statistic : {Statistic::average, Statistic::deviation, Statistic::maximum})
        run.planes[statistic] = medians;
    const auto at_host_9 = [](Eigen::Index sender, Eigen::Index receiver) {
        return sender == 9 || receiver == 9;
    };
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver,
                  double& value) { value += at_host_9(sender, receiver) ? share * wait_s : 0; },
              Statistic::average);
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver,
                  double& value) { value += at_host_9(sender, receiver) ? wait_s : 0; },
              Statistic::maximum);
    run.alter(
        [&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& value) {
            value = at_host_9(sender, receiver) ? wait_s * std::sqrt(share * (1 - share)) : 0.02 * value;
        },
        Statistic::deviation);
    const Diagnosis diagnosis = judge(runs_of(run.run()));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("noisy_node of node09, both"));
    const auto& numbers = diagnosis.findings.front().evidence.numbers;
    EXPECT_NEAR(numbers.at("fraction_of_slow_samples"), share, 1e-3);
    EXPECT_NEAR(numbers.at("longest_sample_s"), wait_s, 1e-3);
}

}  // namespace
}  // namespace fabricmap::diagnosis
