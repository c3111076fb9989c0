// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/verdict_text.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/sampled_fabric.hpp"
#include "tests/not_measured.hpp"

#include <utility>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::judge;
using ::testing::Not;
using testing::runs_of;
using testing::SampledFabric;

constexpr double wait_s = 0.2;  // of a retransmission by Linux' TCP

TEST(IntermittentDelay, OfAHostIsReportedWithItsRateAndTheLongestWait) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SampledFabric fabric({.hosts = 8, .lengths = 2, .samples = 40, .seed = seed});
        fabric.lose_at_host(5, 0.02, wait_s);
        const Diagnosis diagnosis = judge(runs_of(fabric.run()));
        ASSERT_THAT(found_in(diagnosis), ElementsAre("intermittent_delay of node5, both")) << seed;
        const Finding& finding = diagnosis.findings.front();
        EXPECT_EQ(finding.evidence.numbers.at("fraction_of_slow_samples"), fabric.rate_of_host(5));
        EXPECT_NEAR(finding.evidence.numbers.at("fraction_of_slow_samples"), 0.02, 0.015);
        EXPECT_NEAR(finding.evidence.numbers.at("longest_sample_s"), wait_s, 0.01);
        EXPECT_THAT(sentence_of(finding), AllOf(HasSubstr("node5 has "), HasSubstr(" of its samples slow, "),
                                                HasSubstr("the longest 200 ms")));
        EXPECT_THAT(advice_on(finding), HasSubstr("node5's adapter, cable and switch port"));
    }
}

TEST(IntermittentDelay, IsNotReportedWhereAllHostsHaveAsManySlowSamples) {
    for (const double everywhere : {0.0, 0.002, 0.05}) {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const SampledFabric fabric(
                {.hosts = 8, .lengths = 2, .samples = 40, .slow_everywhere = everywhere, .seed = seed});
            const Diagnosis diagnosis = judge(runs_of(fabric.run()));
            EXPECT_THAT(found_in(diagnosis), IsEmpty()) << everywhere << ", seed " << seed;
            EXPECT_THAT(diagnosis.suspects, IsEmpty()) << everywhere << ", seed " << seed;
        }
    }
}

TEST(IntermittentDelay, OfRanksOfTheOnlyHostIsNone) {
    for (const double everywhere : {0.0, 0.002, 0.05}) {
        const SampledFabric fabric({.hosts = 3, .slow_everywhere = everywhere, .are_ranks_of_one = true});
        EXPECT_THAT(found_in(judge(runs_of(fabric.run()))), IsEmpty()) << everywhere;
    }
}

TEST(IntermittentDelay, OfTwoHostsIsReportedOfBothAndOfNoLink) {
    SampledFabric fabric({.hosts = 12, .lengths = 2, .samples = 40, .slow_everywhere = 0.001, .seed = 7});
    fabric.lose_at_host(3, 0.03, wait_s);
    fabric.lose_at_host(9, 0.03, wait_s);
    EXPECT_THAT(found_in(judge(runs_of(fabric.run()))),
                ::testing::UnorderedElementsAre("intermittent_delay of node3, both",
                                                "intermittent_delay of node9, both"));
}

TEST(IntermittentDelay, OfALinkIsReportedWhereItsHostsOtherPairsHaveNone) {
    SampledFabric fabric({.hosts = 8, .lengths = 3, .samples = 100, .seed = 8});
    fabric.lose_on_link(2, 6, 0.05, wait_s);
    const Diagnosis diagnosis = judge(runs_of(fabric.run()));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("intermittent_delay of link node2 <-> node6, both"));
    EXPECT_THAT(advice_on(diagnosis.findings.front()), HasSubstr("Both hosts are healthy otherwise"));
}

TEST(IntermittentDelay, IsNoneWhereSomethingHeldUpASingleMeasurement) {
    SampledFabric fabric({.hosts = 8, .lengths = 3, .samples = 100, .slow_everywhere = 0.001, .seed = 9});
    fabric.outliers[1](2, 6) += 30;
    EXPECT_THAT(found_in(judge(runs_of(fabric.run()))), IsEmpty());
}

TEST(IntermittentDelay, IsNoneWhereAHealthyHostOfManyMetTwoOfSomeEvents) {
    // Each holds up one value, and ten of its samples with it.
    SampledFabric fabric({.hosts = 100, .lengths = 2, .samples = 30, .seed = 11});
    for (int host = 0; host < 100; host += 10) fabric.add_slow_samples(0, host, host + 1, 10, wait_s);
    fabric.add_slow_samples(1, 50, 77, 10, wait_s);
    fabric.add_slow_samples(0, 3, 50, 10, wait_s);
    const Diagnosis diagnosis = judge(runs_of(fabric.run()));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(diagnosis.suspects, IsEmpty());
}

TEST(IntermittentDelay, IsNoneWhereEventsLastForAllMeasurementsOfSomePairs) {
    // Host 3 met four of six such: all four values of each pair have five slow samples.
    constexpr int lengths = 2;
    SampledFabric busy({.hosts = 8, .lengths = lengths, .samples = 40, .seed = 12});
    SampledFabric lossy = busy;
    const auto add = [](SampledFabric& fabric, int host, int other, int count) {
        for (int length = 0; length < lengths; ++length) {
            fabric.add_slow_samples(length, host, other, count, wait_s);
            fabric.add_slow_samples(length, other, host, count, wait_s);
        }
    };
    for (const auto& [host, other] : {std::pair(3, 0), std::pair(3, 2), std::pair(3, 5), std::pair(3, 6),
                                      std::pair(1, 4), std::pair(2, 7)})
        add(busy, host, other, 5);
    // What spreads is another question.
    EXPECT_THAT(found_in(judge(runs_of(busy.run()))), Not(Contains(HasSubstr("intermittent_delay"))));
    // As many samples that are lost evenly.
    for (const int other : {0, 1, 2, 4, 5, 6, 7}) add(lossy, 3, other, 3);
    EXPECT_THAT(found_in(judge(runs_of(lossy.run()))), ElementsAre("intermittent_delay of node3, both"));
}

TEST(IntermittentDelay, ThatCostsNothingIsASpreadLikeAnyOther) {
    for (const int samples : {40, 400}) {
        SampledFabric fabric({.hosts = 8, .lengths = 2, .samples = samples, .seed = 10});
        EXPECT_THAT(found_in(judge(runs_of(fabric.run()))), IsEmpty()) << "the healthy twin";
        // Six times 10 us in a hundredth of the samples: half a microsecond a message, or 5 %.
        fabric.lose_at_host(5, 0.008, 5 * SampledFabric::delay_s);
        EXPECT_THAT(found_in(judge(runs_of(fabric.run()))), ElementsAre("noisy_node of node5, both"));
    }
}

TEST(IntermittentDelay, IsNotLookedForInRunsWithoutOutliers) {
    SampledFabric fabric({.hosts = 8, .lengths = 2, .samples = 40, .seed = 1});
    fabric.lose_at_host(5, 0.02, wait_s);
    const auto reason = [&] {
        return testing::reason_against(judge(runs_of(fabric.run())), "packet loss and flapping");
    };
    EXPECT_THAT(reason(), IsEmpty());
    for (Matrix& plane : fabric.outliers) plane.setConstant(testing::not_measured);
    EXPECT_THAT(reason(), HasSubstr("does not count slow samples")) << "a copy of such a run";
    fabric.outliers.clear();
    EXPECT_THAT(reason(), HasSubstr("does not count slow samples"));
}

/// A host that lost a few packets of few: too few to tell from chance.
SampledFabric with_few_slow_samples() {
    SampledFabric fabric({.hosts = 8, .lengths = 1, .samples = 20, .seed = 1});
    for (const int other : {0, 1, 3, 4, 7}) fabric.add_slow_samples(0, 5, other, 1, wait_s);
    fabric.add_slow_samples(0, 2, 5, 1, wait_s);
    return fabric;
}

TEST(IntermittentDelay, OfFewSamplesIsASuspectWhoseValuesAreListedWithTheSamplesThatSettleIt) {
    const Diagnosis diagnosis = judge(runs_of(with_few_slow_samples().run()));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    ASSERT_THAT(diagnosis.suspects, ::testing::SizeIs(1));
    EXPECT_EQ(diagnosis.suspects.front().doubt, Doubt::few_slow_samples);
    EXPECT_EQ(part_of(diagnosis.suspects.front()), "node5");
    EXPECT_THAT(diagnosis.unconfirmed, ::testing::SizeIs(2 * 7));
    ASSERT_TRUE(diagnosis.samples_to_count);
    EXPECT_GE(*diagnosis.samples_to_count, 20);
    EXPECT_LE(*diagnosis.samples_to_count, 100);
    EXPECT_THAT(open_points_text(diagnosis), HasSubstr("on few slow samples"));
}

TEST(IntermittentDelay, IsSettledByWhatWasCountedAlone) {
    constexpr double counted = static_cast<int>(Quality::alone) | static_cast<int>(Quality::remeasured);
    const auto after_counting = [&](double slow_of_each_pair) {
        SampledFabric fabric = with_few_slow_samples();
        fabric.samples.setConstant(60);
        for (int other = 0; other < fabric.shape.hosts; ++other) {
            if (other == 5) continue;
            for (const auto& [sender, receiver] : {std::pair(5, other), std::pair(other, 5)}) {
                fabric.clear(0, sender, receiver);
                fabric.quality(sender, receiver) = counted;
            }
            fabric.add_slow_samples(0, 5, other, slow_of_each_pair, wait_s);
        }
        // The controls.
        for (const auto& [sender, receiver] : {std::pair(0, 1), std::pair(3, 2), std::pair(6, 4)})
            fabric.quality(sender, receiver) = counted;
        return judge(runs_of(fabric.run()));
    };
    const Diagnosis confirmed = after_counting(1);
    EXPECT_THAT(found_in(confirmed), ElementsAre("intermittent_delay of node5, both"));
    EXPECT_THAT(confirmed.suspects, IsEmpty());
    const Diagnosis cleared = after_counting(0);
    EXPECT_THAT(found_in(cleared), IsEmpty());
    EXPECT_THAT(cleared.suspects, IsEmpty());
}

constexpr double counted_alone = static_cast<int>(Quality::alone) | static_cast<int>(Quality::remeasured);

/// What --confirm counts of a host that is listed, `samples` of each value instead of those before.
void count_again(SampledFabric& fabric, int host, double samples, double slow_of_each_value) {
    for (int other = 0; other < fabric.shape.hosts; ++other) {
        if (other == host) continue;
        for (const auto& [sender, receiver] : {std::pair(host, other), std::pair(other, host)}) {
            for (int length = 0; length < fabric.shape.lengths; ++length) {
                fabric.clear(length, sender, receiver);
                fabric.add_slow_samples(length, sender, receiver, slow_of_each_value, wait_s);
            }
            fabric.samples(sender, receiver) = samples;
            fabric.quality(sender, receiver) = counted_alone;
        }
    }
}

TEST(IntermittentDelay, OfTwoHostsThatWereCountedIsConfirmedOfBoth) {
    for (const auto& [slow_of_each_value, samples_of_a_control] :
         {std::pair(0.0, 100.0), std::pair(1.0, 100.0), std::pair(1.0, 20.0)}) {
        SampledFabric fabric({.hosts = 16, .lengths = 2, .samples = 20, .seed = 3});
        count_again(fabric, 4, 100, slow_of_each_value);
        count_again(fabric, 11, 100, slow_of_each_value);
        for (const auto& [sender, receiver] :
             {std::pair(0, 5), std::pair(1, 6), std::pair(2, 7), std::pair(3, 8), std::pair(9, 0),
              std::pair(10, 1), std::pair(12, 2), std::pair(13, 3), std::pair(5, 14), std::pair(6, 15),
              std::pair(7, 12), std::pair(8, 13)}) {
            fabric.quality(sender, receiver) = counted_alone;
            fabric.samples(sender, receiver) = samples_of_a_control;
        }
        const Diagnosis diagnosis = judge(runs_of(fabric.run()));
        if (slow_of_each_value == 0) {
            EXPECT_THAT(found_in(diagnosis), IsEmpty());
        } else {
            EXPECT_THAT(found_in(diagnosis),
                        ::testing::UnorderedElementsAre("intermittent_delay of node4, both",
                                                        "intermittent_delay of node11, both"));
        }
        EXPECT_THAT(diagnosis.suspects, IsEmpty());
    }
}

// Of its many samples now most are with the host that was counted; of its values few are.
TEST(IntermittentDelay, OfAHostStaysWhereAnotherOneWasCounted) {
    for (const double samples : {20.0, 400.0}) {
        SampledFabric fabric({.hosts = 8, .lengths = 2, .samples = 20, .seed = 4});
        fabric.lose_at_host(2, 0.06, wait_s);
        count_again(fabric, 5, samples, 0);
        EXPECT_THAT(found_in(judge(runs_of(fabric.run()))), ElementsAre("intermittent_delay of node2, both"))
            << samples;
    }
}

// Rounds measure values again alone themselves, with no more samples than the run asks for.
TEST(IntermittentDelay, IsNotSettledByWhatRoundsHaveMeasuredAgain) {
    const auto judge_run_of = [](ScheduleKind kind, std::int64_t repeats) {
        SampledFabric fabric = with_few_slow_samples();
        fabric.quality.row(5).setConstant(counted_alone);
        fabric.quality.col(5).setConstant(counted_alone);
        fabricmap::Run run = fabric.run();
        RunDescription description = run.description();
        description.schedule->kind = kind;
        description.repeats = repeats;
        return judge(runs_of(run.described_as(std::move(description))));
    };
    EXPECT_THAT(judge_run_of(ScheduleKind::serial, 20).suspects, IsEmpty())
        << "--confirm alone does so there";
    EXPECT_THAT(judge_run_of(ScheduleKind::rounds, 10).suspects, IsEmpty()) << "20 samples are more than 10";
    const Diagnosis diagnosis = judge_run_of(ScheduleKind::rounds, 20);
    ASSERT_THAT(diagnosis.suspects, ::testing::SizeIs(1));
    EXPECT_EQ(diagnosis.suspects.front().doubt, Doubt::few_slow_samples);
    const Diagnosis of_many = judge_run_of(ScheduleKind::rounds, 400);
    ASSERT_TRUE(of_many.samples_to_count);
    EXPECT_EQ(*of_many.samples_to_count, 401) << "fewer would not show as counted";
}

// Of the links of a host that was listed one is slow by chance more often than a link that was listed alone.
TEST(IntermittentDelay, OfALinkIsHeldAgainstHowManyLinksWereCounted) {
    const auto after_counting = [](bool whole_host) {
        SampledFabric fabric({.hosts = 10, .lengths = 2, .samples = 20, .seed = 1});
        if (whole_host) count_again(fabric, 5, 100, 0);
        for (const auto& [sender, receiver] : {std::pair(5, 2), std::pair(2, 5)}) {
            fabric.samples(sender, receiver) = 100;
            fabric.quality(sender, receiver) = counted_alone;
            for (int length = 0; length < fabric.shape.lengths; ++length)
                fabric.add_slow_samples(length, sender, receiver, 1, wait_s);
        }
        return found_in(judge(runs_of(fabric.run())));
    };
    EXPECT_THAT(after_counting(false), ElementsAre("intermittent_delay of link node2 <-> node5, both"));
    EXPECT_THAT(after_counting(true), IsEmpty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
