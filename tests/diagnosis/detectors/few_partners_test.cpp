// SPDX-License-Identifier: Apache-2.0
// What is said of samples of the pairs, in which parts were measured with few others.
#include "base/mixing.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <algorithm>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::reason_against;
using testing::runs_of;

/// The diagnosis of those pairs of the fabric alone for which `is_measured` holds.
template <typename IsMeasured>
Diagnosis judge_sample(const std::string& statements, const IsMeasured& is_measured) {
    HeldRun run{fabric(statements)};
    run.description.schedule = Schedule{ScheduleKind::rounds, 1, PairSample{.rounds = 2}, true};
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender != receiver && !is_measured(sender, receiver)) {
            delay = std::numeric_limits<double>::quiet_NaN();
        }
    });
    return judge(runs_of(run.run()));
}

/// Each of a number of parts, a power of two, is measured with so many others.
auto with_partners(Eigen::Index partners) {
    return [partners](Eigen::Index sender, Eigen::Index receiver) { return (sender ^ receiver) <= partners; };
}

TEST(FewPartners, MakeNoRankOfAHostSlow) {
    const Diagnosis diagnosis =
        judge_sample("host,ranks-per-host=8;noise,2%;fault,slow-rank,rank=0,factor=2.6", with_partners(2));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(reason_against(diagnosis, "slow ranks"),
                HasSubstr("measured with at most 2 other ranks, 4 needed"));
    EXPECT_EQ(diagnosis.pairs, 56);
    EXPECT_EQ(diagnosis.measured_pairs, 16);
}

TEST(FewPartners, MakeNoHostSlowNorItsLinks) {
    const Diagnosis diagnosis =
        judge_sample("fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-node,host=5,factor=2", with_partners(3));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    for (const char* const what : {"slow hosts", "slow links", "noisy hosts"}) {
        EXPECT_THAT(reason_against(diagnosis, what), HasSubstr("at most 3 other hosts, 4 needed"));
    }
}

/// By twelve partners a host may be taken to sit nearer than it does; what that adds is no fault of it.
TEST(FewPartners, AccuseNoHostForWhereItSits) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Diagnosis diagnosis = judge_sample(
            "fat-tree,hosts=64,leaf=8x4;noise,3%;sweep,lengths=0,1K,64K,1M;"
            "latency,level1=1.2us,level2=1.45us,level3=1.7us",
            [&](Eigen::Index sender, Eigen::Index receiver) {
                const auto [low, high] = std::minmax(sender, receiver);
                return mix(mix(seed, static_cast<std::uint64_t>(low)), static_cast<std::uint64_t>(high)) %
                           5 ==
                       0;
            });
        for (const Finding& finding : diagnosis.findings)
            EXPECT_FALSE(is_fault(finding.kind)) << seed << ": " << sentence_of(finding);
    }
}

TEST(FewPartners, AreNoneWhereFourWereMeasured) {
    const std::string healthy = "fat-tree,hosts=32,leaf=32;noise,2%";
    EXPECT_THAT(found_in(judge_sample(healthy, with_partners(4))), IsEmpty());
    EXPECT_THAT(found_in(judge_sample(healthy + ";fault,slow-node,host=5,factor=2", with_partners(4))),
                ElementsAre("slow_node of node05, both"));
}

TEST(FewPartners, OfSomeHostsAreReportedOfThemAlone) {
    // The last two have two partners, the first two hosts; all others have thirteen or more.
    const Diagnosis diagnosis =
        judge_sample("fat-tree,hosts=16,leaf=16;noise,2%;fault,slow-node,host=5,factor=1.5",
                     [](Eigen::Index sender, Eigen::Index receiver) {
                         const auto [low, high] = std::minmax(sender, receiver);
                         return high < 14 || low < 2;
                     });
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_node of node05, both"));
    EXPECT_THAT(reason_against(diagnosis, "node[14-15]"), HasSubstr("at most 2 other hosts, 4 needed"));
    EXPECT_EQ(reason_against(diagnosis, "slow hosts"), "");
}

TEST(ASlowHost, IsFoundAmongManyByTheFewThatEachWasMeasuredWith) {
    const Diagnosis diagnosis = judge_sample(
        "fat-tree,hosts=256,leaf=256;noise,2%;fault,slow-node,host=77,factor=1.5", with_partners(8));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_node of node077, both"));
}

TEST(ASlowHost, IsWeighedByThePairsThatWereMeasured) {
    const Diagnosis diagnosis =
        judge_sample("fat-tree,hosts=32,leaf=32;noise,2%;fault,slow-node,host=5,factor=2", with_partners(8));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_node of node05, both"));
    // Eight partners in both directions, of 32 hosts with eight each.
    const auto& numbers = diagnosis.findings.front().evidence.numbers;
    EXPECT_EQ(numbers.at("pairs"), 16);
    EXPECT_DOUBLE_EQ(numbers.at("fraction_of_pairs"), 16.0 / (32 * 8));
    ASSERT_EQ(diagnosis.classes.size(), 1U);
    EXPECT_EQ(diagnosis.classes.front().pairs, 32 * 8);
    EXPECT_EQ(diagnosis.measured_pairs, 32 * 8);
}

}  // namespace
}  // namespace fabricmap::diagnosis
