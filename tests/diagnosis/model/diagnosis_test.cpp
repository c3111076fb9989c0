// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/diagnosis.hpp"

#include "tests/diagnosis/judging.hpp"

#include <cmath>

namespace fabricmap::diagnosis {
namespace {

using testing::judge;

// Eight hosts of two ranks, four hosts to a leaf: delays follow from the ranks' numbers alone.
const std::string two_leaves = "fat-tree,hosts=8,leaf=4x1,ranks-per-host=2";

std::string name_in_the_tree(int sender, int receiver) {
    if (sender / 2 == receiver / 2) return "within hosts";
    return sender / 8 == receiver / 8 ? "between hosts, same leaf" : "between hosts, across the spine";
}

TEST(Advice, BlamesTheTimeOfEachMessageWhereShortOnesAreTheSlowest) {
    Finding finding;
    finding.kind = FindingKind::slow_node;
    finding.part = part::Host{"node1"};
    finding.from_length_bytes = 0;
    finding.to_length_bytes = 65536;
    finding.effect = Effect{1.4, {1.3, 1.5}};
    finding.evidence.curve = {1.4, 1.35, 1.2, 1.01};
    EXPECT_THAT(advice_on(finding), ::testing::HasSubstr("long ones hardly"));
    finding.evidence.curve = {1.06, 1.1, 1.4, 1.01};
    EXPECT_THAT(advice_on(finding), ::testing::Not(::testing::HasSubstr("long ones hardly")));
}

TEST(Diagnosis, KeepsTheClassOfEveryPairOfRanks) {
    const Diagnosis diagnosis = judge(two_leaves);
    for (int sender = 0; sender < 16; ++sender) {
        EXPECT_EQ(class_between(diagnosis, sender, sender), nullptr);
        for (int receiver = 0; receiver < 16; ++receiver) {
            if (sender == receiver) continue;
            const ClassCurve* const found = class_between(diagnosis, sender, receiver);
            ASSERT_NE(found, nullptr);
            EXPECT_EQ(found->name, name_in_the_tree(sender, receiver)) << sender << " to " << receiver;
        }
    }
}

TEST(Diagnosis, ReportsTheMedianOfAPairsClass) {
    // Without noise all pairs of a class take the same time, which is the median.
    const fabricmap::Run run = testing::fabric(two_leaves);
    const auto stack = run.stack(run.preferred());
    const Diagnosis diagnosis = judge(testing::runs_of(run));
    for (std::size_t k = 0; k < diagnosis.lengths.size(); ++k) {
        const double delay_s = stack->plane(k)(1, 12);
        EXPECT_NEAR(class_median_s(diagnosis, 1, 12, diagnosis.lengths[k]), delay_s, 1e-6 * delay_s);
    }
}

TEST(Diagnosis, HasNoMedianOfWhatWasNotMeasured) {
    const Diagnosis diagnosis = judge(two_leaves);
    EXPECT_TRUE(std::isnan(class_median_s(diagnosis, 3, 3, diagnosis.lengths.front())));
    EXPECT_TRUE(std::isnan(class_median_s(diagnosis, 3, 16, diagnosis.lengths.front())));
    EXPECT_TRUE(std::isnan(class_median_s(diagnosis, -1, 3, diagnosis.lengths.front())));
    EXPECT_TRUE(std::isnan(class_median_s(diagnosis, 3, 4, diagnosis.lengths.back() + 1)));
}

}  // namespace
}  // namespace fabricmap::diagnosis
