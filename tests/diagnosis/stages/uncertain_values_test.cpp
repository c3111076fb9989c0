// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

namespace fabricmap::diagnosis {
namespace {

using testing::HeldRun;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr double as_large_as_the_value = 1;
const std::string machine_of_32 = "fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=0,1K,64K,1M";

void scale(std::vector<Matrix>& planes, double factor) {
    for (Matrix& plane : planes) plane *= factor;
}

/// A file of somebody else's: 9 samples of each value, of that deviation, and no remark about any.
HeldRun with_deviations(const std::string& statements, double fraction_of_delay) {
    HeldRun held{testing::fabric(statements)};
    held.description.sampling.clear();
    held.planes[Statistic::deviation] = held.planes[Statistic::count] = held.planes.at(Statistic::median);
    scale(held.planes[Statistic::deviation], fraction_of_delay);
    for (Matrix& plane : held.planes[Statistic::count]) plane.setConstant(9);
    return held;
}

HeldRun with_outliers(HeldRun held, double outliers) {
    held.outliers = held.planes.at(Statistic::median);
    for (Matrix& plane : held.outliers) plane.setConstant(outliers);
    return held;
}

HeldRun with_maxima(HeldRun held, double medians) {
    held.planes[Statistic::maximum] = held.planes.at(Statistic::median);
    scale(held.planes[Statistic::maximum], medians);
    return held;
}

void expect_doubt(const HeldRun& held, bool is_doubtful, const std::string& of) {
    const Diagnosis diagnosis = testing::judge(testing::runs_of(held.run()));
    ASSERT_THAT(is_doubtful ? diagnosis.suspects : diagnosis.findings, SizeIs(1)) << of;
    EXPECT_THAT(is_doubtful ? diagnosis.findings : diagnosis.suspects, IsEmpty()) << of;
    if (!is_doubtful) return;
    EXPECT_EQ(diagnosis.suspects.front().doubt, Doubt::imprecise) << of;
}

// 9 samples of deviation 1: the median is certain to a ratio of 1.82, those of deviation 0.02 to 1.02.
TEST(UncertainValues, LeavePartsInDoubtThatNoRemarkSaysAnythingOf) {
    for (const std::string part :
         {"fault,slow-node,host=5,factor=1.4", "fault,slow-link,sender=22,receiver=3,factor=2",
          "fault,slow-node,host=9,factor=1.3,from=64K"}) {
        for (const auto& [deviation, is_doubtful] : {std::pair(as_large_as_the_value, true), {0.02, false}}) {
            const HeldRun held = with_deviations(machine_of_32 + ';' + part, deviation);
            expect_doubt(with_outliers(held, 0), is_doubtful, part + ", no outliers");
            expect_doubt(with_maxima(held, 4), is_doubtful, part + ", maxima of 4 medians");
        }
    }
}

TEST(UncertainValues, LeaveKindsOfHostsInDoubt) {
    for (const auto& [deviation, is_doubtful] : {std::pair(as_large_as_the_value, true), {0.02, false}}) {
        HeldRun held = with_outliers(with_deviations(machine_of_32, deviation), 0);
        held.alter([](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            if (sender % 4 == 0 || receiver % 4 == 0) delay *= 1.3;
        });
        expect_doubt(held, is_doubtful, "a kind");
    }
}

TEST(UncertainValues, LeaveAnExchangeInDoubtWhereTheyLeaveTheSlots) {
    for (const auto& [deviation, is_doubtful] : {std::pair(as_large_as_the_value, true), {0.02, false}}) {
        HeldRun held = with_outliers(
            with_deviations("fat-tree,hosts=16,leaf=8,ranks-per-host=2;noise,1%;sweep,lengths=0,1K,64K,1M",
                            deviation),
            0);
        const auto slot = [](Eigen::Index rank) { return rank / 2 == 5 ? 1 - rank % 2 : rank % 2; };
        held.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            if (sender / 2 != receiver / 2 && slot(sender) + slot(receiver) > 0) delay *= 1.2;
        });
        const Diagnosis diagnosis = testing::judge(testing::runs_of(held.run()));
        std::vector<FindingKind> kinds;
        for (const Finding& finding : is_doubtful ? diagnosis.suspects : diagnosis.findings)
            kinds.push_back(finding.kind);
        EXPECT_THAT(kinds, UnorderedElementsAre(FindingKind::swapped_slots, FindingKind::mixed_slots));
        EXPECT_THAT(is_doubtful ? diagnosis.findings : diagnosis.suspects, IsEmpty());
    }
}

TEST(UncertainValues, AreNotThoseWhoseDeviationIsThatOfFewSamples) {
    const HeldRun held =
        with_deviations(machine_of_32 + ";fault,slow-node,host=5,factor=1.4", as_large_as_the_value);
    expect_doubt(with_maxima(held, 6), false, "maxima of 6 medians");
    expect_doubt(held, false, "maxima and outliers unknown");
}

TEST(UncertainValues, AreNotThoseThatATesterFoundPrecise) {
    HeldRun held = with_outliers(
        with_deviations(machine_of_32 + ";fault,slow-node,host=5,factor=1.4", as_large_as_the_value), 0);
    held.description.sampling = "adaptive to 2 % of the median, at most 9, warm-up 3";
    expect_doubt(held, false, "a tester's precise values");
}

}  // namespace
}  // namespace fabricmap::diagnosis
