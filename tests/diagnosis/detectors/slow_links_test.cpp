// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using testing::HeldRun;
using testing::judge;
using testing::runs_of;

TEST(SlowLink, IsReportedWithItsDirection) {
    const Diagnosis diagnosis = judge(
        "fat-tree,hosts=32,leaf=8,ranks-per-host=4;noise,2%;fault,slow-link,sender=22,receiver=3,factor=1.5");
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_link of link node22 -> node03, sender"));
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.5, 0.05);
    EXPECT_THAT(diagnosis.findings.front().ranks, ElementsAre(12, 13, 14, 15, 88, 89, 90, 91));
}

TEST(SlowLink, IsFoundAtThreeLengths) {
    for (int seed = 1; seed <= 10; ++seed) {
        EXPECT_THAT(
            found_in(judge(fmt::format("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=0,1K,64K,seed={};"
                                       "fault,slow-link,sender=22,receiver=3,factor=3",
                                       seed))),
            ElementsAre("slow_link of link node22 -> node03, sender"));
    }
}

TEST(SlowLink, BothWaysIsOneFault) {
    EXPECT_THAT(
        found_in(judge("fat-tree,hosts=64,leaf=8;noise,2%;fault,slow-link,sender=22,receiver=3,factor=1.5;"
                       "fault,slow-link,sender=3,receiver=22,factor=1.5")),
        ElementsAre("slow_link of link node03 <-> node22, both"));
}

TEST(SlowLink, OfWhichOnlyTheMeanOfItsPathsIsKnownIsJudgedByThat) {
    // Nothing but empty messages, and no common clock: which way is slow stays open.
    const auto found_with = [](double factor) {
        HeldRun run{fabric("fat-tree,hosts=32,leaf=8;noise,0.1%;sweep,timing=one_way,lengths=0")};
        run.alter([factor](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            if (sender == 4 && receiver == 25) delay *= factor;
        });
        return found_in(judge(runs_of(run.run())));
    };
    EXPECT_THAT(found_with(1.08), ElementsAre());
    EXPECT_THAT(found_with(1.16), ElementsAre("slow_link of link node04 <-> node25, both"));
}

TEST(SlowLink, IsNotReportedOnAMedianThatItsOwnSamplesLeaveOpen) {
    constexpr double imprecise = 64;
    const auto found_with = [](double bits_of_link, double deviation_of_samples) {
        HeldRun run{fabric("fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=count:6")};
        const auto is_link = [](Eigen::Index sender, Eigen::Index receiver) {
            return sender == 22 && receiver == 3;
        };
        run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            if (is_link(sender, receiver)) delay *= 2;
        });
        for (const Matrix& medians : run.planes.at(Statistic::median)) {
            run.planes[Statistic::count].push_back(Matrix::Constant(32, 32, 100));
            run.planes[Statistic::deviation].push_back(deviation_of_samples * medians);
        }
        run.alter_quality([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& bits) {
            bits = is_link(sender, receiver) ? bits_of_link : 0;
        });
        return found_in(judge(runs_of(run.run())));
    };
    const std::string link = "slow_link of link node22 -> node03, sender";
    // A hundred samples that scatter by three times their size determine the median to three eighths of it.
    EXPECT_THAT(found_with(imprecise, 3), ElementsAre());
    EXPECT_THAT(found_with(imprecise, 0.1), ElementsAre(link));
    EXPECT_THAT(found_with(0, 3), ElementsAre(link));
}

TEST(SlowCable, OfATorusIsReportedInsteadOfThePathsOverIt) {
    for (const std::string size : {"8x8", "4x4x4", "12x6"}) {
        for (const std::string factor : {"1.3", "2"}) {
            const Diagnosis diagnosis = judge(
                fmt::format("torus,size={};noise,2%;fault,slow-cable,between=9,10,factor={}", size, factor));
            ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_link of link node09 <-> node10, both"))
                << size << " by " << factor;
            EXPECT_NEAR(diagnosis.findings.front().effect->factor, std::stod(factor), 0.1);
            EXPECT_GT(diagnosis.findings.front().evidence.numbers.at("pairs_of_hosts_behind"), 4);
        }
    }
}

TEST(AsymmetricLink, IsWhatNeitherDirectionAloneShows) {
    HeldRun run{fabric("fat-tree,hosts=32,leaf=8,ranks-per-host=2;noise,1%")};
    run.alter([](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender / 2 == 4 && receiver / 2 == 25) delay *= 1.04;
        if (sender / 2 == 25 && receiver / 2 == 4) delay *= 0.96;
    });
    const Diagnosis diagnosis = judge(runs_of(run.run()));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("asymmetric_link of link node04 -> node25, sender"));
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.04 / 0.96, 0.02);
}

TEST(AsymmetricLink, IsNotLookedForInRoundTrips) {
    EXPECT_THAT(testing::reason_against(judge("fat-tree,hosts=16,leaf=4;noise,2%;sweep,timing=round_trip"),
                                        "asymmetric links"),
                ::testing::HasSubstr("round trips"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
