// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/suspects.hpp"

#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr double in_round = 8;
constexpr double unconfirmed = 8 - 128;  // as the file keeps it: signed

/// A fabric whose values that `doubted` picks by sender and receiver are unconfirmed.
template <typename Doubted>
Diagnosis judged_with(const std::string& statements, const Doubted& doubted) {
    HeldRun held{testing::fabric(statements)};
    held.alter_quality([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& bits) {
        bits = doubted(sender, receiver) ? unconfirmed : in_round;
    });
    return testing::judge(testing::runs_of(held.run()));
}

const std::string with_slow_link =
    "fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=count:12;fault,slow-link,sender=22,receiver=3,factor=2";
const std::string with_slow_node =
    "fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=count:12;fault,slow-node,host=5,factor=2";

TEST(Suspects, AreWhatRestsOnUnconfirmedValuesAlone) {
    const Diagnosis diagnosis = judged_with(with_slow_link, [](Eigen::Index sender, Eigen::Index receiver) {
        return sender == 22 && receiver == 3;
    });
    EXPECT_THAT(diagnosis.findings, IsEmpty());
    EXPECT_EQ(diagnosis.fault_count(), 0);
    ASSERT_THAT(diagnosis.suspects, SizeIs(1));
    EXPECT_THAT(hosts_of(diagnosis.suspects.front().part), ElementsAre("node22", "node03"));
    EXPECT_THAT(diagnosis.unconfirmed, SizeIs(Gt(4)));
    for (const PairAtLength& value : diagnosis.unconfirmed) {
        EXPECT_EQ(value.sender, 22);
        EXPECT_EQ(value.receiver, 3);
    }
    const std::string report = terminal_report(diagnosis);
    EXPECT_THAT(report, HasSubstr("No fault found in 32 hosts. 1 suspect rests on"));
    EXPECT_THAT(report, HasSubstr(" suspects=1 "));
}

TEST(Suspects, AreNotWhatOtherDoubtsLeaveAlone) {
    const Diagnosis diagnosis = judged_with(with_slow_link, [](Eigen::Index sender, Eigen::Index receiver) {
        return sender == 3 && receiver == 22;
    });
    EXPECT_THAT(testing::told(diagnosis), ElementsAre("slow_link of link node22 -> node03, sender"));
    EXPECT_THAT(diagnosis.suspects, IsEmpty());
    EXPECT_THAT(terminal_report(diagnosis), HasSubstr(" suspects=0 "));
}

TEST(Suspects, AmongHostsAreThoseMostOfWhoseValuesAreInDoubt) {
    const auto touches = [](Eigen::Index sender, Eigen::Index receiver) {
        return sender == 5 || receiver == 5;
    };
    EXPECT_THAT(judged_with(with_slow_node, touches).suspects, SizeIs(1));
    const auto few = [&](Eigen::Index sender, Eigen::Index receiver) {
        return touches(sender, receiver) && (sender + receiver) % 4 == 0;
    };
    const Diagnosis diagnosis = judged_with(with_slow_node, few);
    EXPECT_THAT(diagnosis.suspects, IsEmpty());
    EXPECT_EQ(diagnosis.fault_count(), 1);
}

TEST(Suspects, AreUnknownWithoutQuality) {
    EXPECT_THAT(testing::judge(with_slow_link).suspects, IsEmpty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
