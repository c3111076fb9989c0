// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/suspects.hpp"

#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using ::testing::Not;
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
    EXPECT_THAT(report, HasSubstr("Undecided for 32 hosts. 1 suspect rests on"));
    EXPECT_THAT(report, HasSubstr(" suspects=1 "));
}

TEST(Suspects, AreNotWhatOtherDoubtsLeaveAlone) {
    const Diagnosis diagnosis = judged_with(with_slow_link, [](Eigen::Index sender, Eigen::Index receiver) {
        return sender == 3 && receiver == 22;
    });
    EXPECT_THAT(testing::found_in(diagnosis), ElementsAre("slow_link of link node22 -> node03, sender"));
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

// None of a slow host's values is slower than the host explains.
TEST(Suspects, HaveAllTheirUnconfirmedValuesListed) {
    const Diagnosis diagnosis = judged_with(with_slow_node, [](Eigen::Index sender, Eigen::Index receiver) {
        return sender == 5 || receiver == 5;
    });
    ASSERT_THAT(diagnosis.suspects, SizeIs(1));
    const Finding& suspect = diagnosis.suspects.front();
    const auto lengths =
        std::count_if(diagnosis.lengths.begin(), diagnosis.lengths.end(), [&](std::int64_t length) {
            return length >= suspect.from_length_bytes && length <= suspect.to_length_bytes;
        });
    constexpr std::int64_t pairs_of_a_host = 2 * 31;
    EXPECT_EQ(std::ssize(diagnosis.unconfirmed), pairs_of_a_host * lengths);
    for (const PairAtLength& value : diagnosis.unconfirmed)
        EXPECT_TRUE(value.sender == 5 || value.receiver == 5);
}

// Twelve values a pair are half as slow again as a while ago, all of them in doubt.
TEST(Suspects, IncludeARegressionOfTheWholeMachine) {
    const std::string healthy = "fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=count:12";
    const auto doubt_of = [&](double bits_of_all) {
        HeldRun held{testing::fabric(healthy)};
        held.alter([](std::size_t, Eigen::Index, Eigen::Index, double& value) { value *= 1.5; });
        held.alter_quality(
            [&](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = bits_of_all; });
        Request request;
        request.runs = testing::runs_of(held.run());
        request.baseline = testing::runs_of(testing::fabric(healthy));
        return testing::judge(std::move(request));
    };
    EXPECT_EQ(doubt_of(in_round).fault_count(), 1);
    const Diagnosis diagnosis = doubt_of(unconfirmed);
    EXPECT_EQ(diagnosis.fault_count(), 0);
    ASSERT_THAT(diagnosis.suspects, SizeIs(1));
    EXPECT_EQ(diagnosis.suspects.front().kind, FindingKind::regression);
}

/// 32 hosts in rounds of 4 pairs, the first so many of which are four times slower than in the baseline;
/// all values are unconfirmed, and those of the baseline have these bits.
Diagnosis compared_in_rounds(Eigen::Index slower_hosts, double bits_before, std::int64_t pairs_before = 4) {
    const auto healthy = testing::fabric("fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=count:12");
    HeldRun before{healthy};
    before.description.pairs_at_once = pairs_before;
    before.alter_quality([&](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = bits_before; });
    HeldRun now{healthy};
    now.description.pairs_at_once = 4;
    now.alter_quality([](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = unconfirmed; });
    now.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& value) {
        if (std::min(sender, receiver) < slower_hosts) value *= 4;
    });
    Request request;
    request.runs = testing::runs_of(now.run());
    request.baseline = testing::runs_of(before.run());
    return testing::judge(std::move(request));
}

// Its neighbours in a round cost it as much in the baseline.
TEST(Suspects, AreNotHostsThatAreSlowerThanInABaselineThatIsAsUnconfirmed) {
    const Diagnosis diagnosis = compared_in_rounds(1, unconfirmed);
    EXPECT_THAT(diagnosis.suspects, IsEmpty());
    ASSERT_EQ(diagnosis.fault_count(), 1);
    EXPECT_EQ(diagnosis.findings.front().kind, FindingKind::regression);
    EXPECT_THAT(hosts_of(diagnosis.findings.front().part), ElementsAre("node00"));

    EXPECT_EQ(compared_in_rounds(0, unconfirmed).fault_count(), 0);
    EXPECT_THAT(compared_in_rounds(1, in_round).suspects, SizeIs(1)) << "confirmed before";
    EXPECT_THAT(compared_in_rounds(1, unconfirmed, 2).suspects, SizeIs(1)) << "beside fewer before";
    EXPECT_THAT(compared_in_rounds(32, unconfirmed).suspects, SizeIs(1)) << "the whole machine";
}

TEST(Suspects, AreUnknownWithoutQuality) {
    EXPECT_THAT(testing::judge(with_slow_link).suspects, IsEmpty());
}

TEST(Suspects, AreSaidToBeUnknownOfRoundsWithoutQuality) {
    HeldRun held{testing::fabric(with_slow_link)};
    const auto judged = [&] { return testing::judge(testing::runs_of(held.run())); };
    const auto says_so = HasSubstr("unconfirmed values count like the others");
    held.description.schedule = Schedule{.kind = ScheduleKind::serial};
    EXPECT_THAT(verdict_text(judged()), Not(says_so));
    held.description.schedule = Schedule{.kind = ScheduleKind::rounds};
    EXPECT_THAT(verdict_text(judged()), says_so);
    EXPECT_THAT(json_report(judged()), HasSubstr("\"doubt_unknown\": true"));
    held.alter_quality([](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = in_round; });
    EXPECT_THAT(verdict_text(judged()), Not(says_so));
}

TEST(Suspects, AreFaultsOfRanksThatSharedCores) {
    HeldRun held{testing::fabric(with_slow_node)};
    for (RankLocation& location : held.description.ranks) location.core = location.node == 5 ? 0 : -1;
    EXPECT_EQ(testing::judge(testing::runs_of(held.run())).fault_count(), 1) << "one rank has the core alone";

    for (RankLocation& location : held.description.ranks) {
        if (location.node == 6) location.node = 5;
        if (location.node == 5) location.core = 0;
    }
    const Diagnosis diagnosis = testing::judge(testing::runs_of(held.run()));
    EXPECT_EQ(diagnosis.fault_count(), 0);
    ASSERT_THAT(diagnosis.suspects, SizeIs(1));
    EXPECT_EQ(diagnosis.suspects.front().doubt, Doubt::shared_cores);
    EXPECT_THAT(verdict_text(diagnosis), AllOf(HasSubstr("2 of 32 ranks shared cores with others"),
                                               HasSubstr("1 suspect rests on ranks that shared cores")));
    EXPECT_THAT(json_report(diagnosis),
                AllOf(HasSubstr("\"doubt\": \"shared_cores\""), HasSubstr("\"ranks_sharing_cores\": 2")));
}

/// The fabric with a slow host; all values are imprecise, from 9 samples of that deviation.
Diagnosis judged_with_deviation(double fraction_of_delay) {
    HeldRun held{testing::fabric(with_slow_node)};
    held.planes[Statistic::deviation] = held.planes.at(Statistic::median);
    held.planes[Statistic::count] = held.planes.at(Statistic::median);
    held.alter([&](std::size_t, Eigen::Index, Eigen::Index, double& value) { value *= fraction_of_delay; },
               Statistic::deviation);
    held.alter([](std::size_t, Eigen::Index, Eigen::Index, double& value) { value = 9; }, Statistic::count);
    constexpr double imprecise = 64;
    held.alter_quality([](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = imprecise; });
    return testing::judge(testing::runs_of(held.run()));
}

TEST(Suspects, AreEffectsThatMostValuesAreTooImpreciseFor) {
    // 9 samples of deviation 1: the median is certain to a ratio of 1.82, those of deviation 0.1 to 1.08; the
    // host is 2 times slower.
    const Diagnosis doubtful = judged_with_deviation(1);
    ASSERT_THAT(doubtful.suspects, SizeIs(1));
    EXPECT_EQ(doubtful.suspects.front().doubt, Doubt::imprecise);
    EXPECT_THAT(verdict_text(doubtful), HasSubstr("100 % of the values are less precise than the run asked"));
    const Diagnosis certain = judged_with_deviation(0.1);
    EXPECT_THAT(certain.suspects, IsEmpty());
    EXPECT_EQ(certain.fault_count(), 1);
}

TEST(Suspects, AreKindsOfHostsThatMostValuesAreTooImpreciseFor) {
    for (const auto& [deviation, is_doubtful] : {std::pair(1.0, true), std::pair(0.02, false)}) {
        HeldRun held{testing::fabric("fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=0,1K,64K,1M")};
        held.alter([](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            if (sender % 4 == 0 || receiver % 4 == 0) delay *= 1.3;
        });
        held.planes[Statistic::deviation] = held.planes[Statistic::count] = held.planes.at(Statistic::median);
        held.alter([&](std::size_t, Eigen::Index, Eigen::Index, double& value) { value *= deviation; },
                   Statistic::deviation);
        held.alter([](std::size_t, Eigen::Index, Eigen::Index, double& value) { value = 9; },
                   Statistic::count);
        held.alter_quality([](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = 64; });
        const Diagnosis diagnosis = testing::judge(testing::runs_of(held.run()));
        const std::vector<Finding>& found = is_doubtful ? diagnosis.suspects : diagnosis.findings;
        ASSERT_THAT(found, SizeIs(1)) << deviation;
        EXPECT_EQ(found.front().kind, FindingKind::mixed_hosts);
        EXPECT_THAT(is_doubtful ? diagnosis.findings : diagnosis.suspects, IsEmpty());
    }
}

TEST(Verdict, ReportsThatHostsAreUnknown) {
    HeldRun held{testing::fabric("fat-tree,hosts=6,leaf=6;noise,1%;sweep,lengths=0,64K")};
    for (RankLocation& location : held.description.ranks) location.host.clear();
    EXPECT_THAT(verdict_text(testing::judge(testing::runs_of(held.run()))),
                HasSubstr("The run has no host names: each rank is treated as a host."));
}

}  // namespace
}  // namespace fabricmap::diagnosis
