// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/verdict.hpp"
#include "tests/diagnosis/collectives/simulated_collectives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::vector<std::string> notes_of(const Finding& finding) {
    std::vector<std::string> texts;
    for (const Note& note : finding.evidence.notes) texts.push_back(note.text());
    return texts;
}

/// Times at which the ranks of a linear gather or scatter are through: the root waits for all.
std::vector<float> finish_times(SimulatedJob& job, int root, int slow, double late_s) {
    std::vector<float> times;
    double latest = 0;
    for (int rank = 0; rank < job.ranks(); ++rank) {
        const double own = (5e-6 + (rank == slow ? late_s : 0)) * std::exp(0.1 * job.normal());
        times.push_back(static_cast<float>(own));
        latest = std::max(latest, own);
    }
    times[static_cast<std::size_t>(root)] = static_cast<float>(latest + 5e-6);
    return times;
}

void add_all_roots(SimulatedJob& job, int slow, double late_s) {
    for (const int operation : {gather, scatter}) {
        for (const std::int64_t length : {64, 4096}) {
            for (int root = 0; root < job.ranks(); ++root) {
                for (int pass = 0; pass < 6; ++pass) {
                    CollectiveVisit& visit = job.add(cell_of(operation, job.ranks(), length, root), 20e-6,
                                                     0.1, VisitPurpose::sweep, pass);
                    visit.finish_median = finish_times(job, root, slow, late_s);
                }
            }
        }
    }
}

TEST(SlowHosts, TheRankThatNoRootRelievesIsNamedAndNoOther) {
    for (int slow = 0; slow < 6; ++slow) {
        SimulatedJob job(6, 20 + static_cast<std::uint64_t>(slow));
        add_all_roots(job, slow, 2e-3);
        const Diagnosis diagnosis = diagnosis_of(job);
        ASSERT_EQ(diagnosis.findings.size(), 1U);
        EXPECT_EQ(diagnosis.findings.front().kind, FindingKind::slow_node);
        EXPECT_EQ(part_of(diagnosis.findings.front()), "node" + std::to_string(slow));
        EXPECT_THAT(sentence_of(diagnosis.findings.front()), HasSubstr("with every root"));
        EXPECT_EQ(diagnosis.fault_count(), 1);
    }
}

TEST(SlowHosts, RanksThatAnotherKeepsWaitingAreNotNamed) {
    SimulatedJob job(8, 30);
    add_all_roots(job, 5, 2e-3);
    // Of long messages the root takes those of ranks 6 and 7 after that of rank 5.
    for (CollectiveVisit& visit : job.input().visits) {
        if (visit.cell.message_length < 4096 || visit.cell.operation != gather) continue;
        for (const std::size_t behind : {6U, 7U}) visit.finish_median[behind] += 2e-3F;
    }
    const Diagnosis diagnosis = diagnosis_of(job);
    ASSERT_EQ(diagnosis.findings.size(), 1U);
    EXPECT_EQ(part_of(diagnosis.findings.front()), "node5");
}

TEST(SlowHosts, OfAHealthyMachineNobodyIsNamed) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SimulatedJob job(6, 100 + seed);
        add_all_roots(job, none_slow, 0);
        EXPECT_TRUE(diagnosis_of(job).findings.empty()) << seed;
    }
}

TEST(SlowHosts, AllreduceAloneNamesNobodyAndSaysWhy) {
    SimulatedJob job(6, 7);
    for (int pass = 0; pass < 8; ++pass) job.add(cell_of(allreduce, 6, 1024), 2e-3, 0.05);
    const Diagnosis diagnosis = diagnosis_of(job);
    EXPECT_TRUE(diagnosis.findings.empty());
    ASSERT_EQ(diagnosis.not_examined.size(), 1U);
    EXPECT_THAT(diagnosis.not_examined.front().reason, HasSubstr("all are late together"));
}

/// All hosts, and all but each one, as --find-slow ends.
TEST(SlowHosts, TheHostWithoutWhichTheOperationIsFastIsNamedWithBothTimes) {
    SimulatedJob job(16, 8);
    add_search(job, 5);
    const Diagnosis diagnosis = diagnosis_of(job);
    ASSERT_EQ(diagnosis.findings.size(), 1U);
    EXPECT_EQ(part_of(diagnosis.findings.front()), "node5");
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 10.25, 0.3);
    EXPECT_THAT(sentence_of(diagnosis.findings.front()),
                HasSubstr("node5 makes alltoall of 64K slow: it takes 16."));
    EXPECT_THAT(sentence_of(diagnosis.findings.front()), HasSubstr("without this one"));
}

TEST(SlowHosts, AHostThatMakesSeveralOperationsSlowIsOneFault) {
    SimulatedJob job(16, 8);
    for (const int operation : {allreduce, gather, alltoall}) add_search(job, 5, operation);
    const Diagnosis diagnosis = diagnosis_of(job);
    ASSERT_EQ(diagnosis.findings.size(), 1U);
    const Finding& finding = diagnosis.findings.front();
    EXPECT_EQ(part_of(finding), "node5");
    EXPECT_EQ(finding.evidence.notes.size(), 3U);
    for (const char* const operation : {"allreduce of 64K", "gather of 64K", "alltoall of 64K"}) {
        EXPECT_THAT(sentence_of(finding), HasSubstr(operation));
        EXPECT_THAT(notes_of(finding), Contains(HasSubstr(operation)));
    }
}

TEST(SlowHosts, AHostThatIsFoundInBothWaysIsOneFault) {
    SimulatedJob job(6, 12);
    add_all_roots(job, 4, 2e-3);
    add_search(job, 4);
    const Diagnosis diagnosis = diagnosis_of(job);
    ASSERT_EQ(diagnosis.findings.size(), 1U);
    EXPECT_EQ(part_of(diagnosis.findings.front()), "node4");
    EXPECT_THAT(sentence_of(diagnosis.findings.front()), HasSubstr("with every root"));
    EXPECT_THAT(notes_of(diagnosis.findings.front()), Contains(HasSubstr("without this one")));
}

TEST(SlowHosts, HostsThatWereLeftOutOfTheRunAreNotMissed) {
    SimulatedJob job(8, 13);
    add_all_roots(job, 3, 2e-3);
    add_search(job, 3);
    // Of ten ranks the last two lie on hosts that were excluded.
    constexpr std::size_t ranks = 10;
    for (const std::string host : {"node8", "node9"}) {
        job.input().run.description.ranks.push_back({host, 0, 0, 0, 1});
        job.input().run.description.excluded_hosts.push_back(host);
    }
    for (CollectiveVisit& visit : job.input().visits)
        visit.finish_median.resize(ranks, std::numeric_limits<float>::quiet_NaN());
    const Diagnosis diagnosis = diagnosis_of(job);
    ASSERT_EQ(diagnosis.findings.size(), 1U);
    EXPECT_EQ(part_of(diagnosis.findings.front()), "node3");
    EXPECT_EQ(diagnosis.findings.front().evidence.notes.size(), 3U) << "both ways have found it";
}

TEST(SlowHosts, ASearchOnAHealthyMachineNamesNobody) {
    SimulatedJob job(16, 9);
    add_search(job, none_slow);
    EXPECT_TRUE(diagnosis_of(job).findings.empty());
}

/// A healthy job of six hosts, searched; visits of the same hosts differ by that much.
Diagnosis searched_in_noise(std::uint64_t seed, double deviation) {
    SimulatedJob job(6, seed);
    job.input().run.description.complete = true;
    for (int pass = 0; pass < 9; ++pass) {
        for (const std::size_t first : {0U, 3U}) {
            const double time_s = 20e-6 * std::exp(deviation * job.normal());
            CollectiveVisit& visit =
                job.add(cell_of(alltoall, 3, 64), time_s, 0.01, VisitPurpose::host_search, pass);
            visit.finish_median.assign(6, std::numeric_limits<float>::quiet_NaN());
            std::fill_n(visit.finish_median.begin() + static_cast<std::ptrdiff_t>(first), 3,
                        static_cast<float>(time_s));
        }
    }
    return diagnosis_of(job);
}

TEST(SlowHosts, NoiseThatHidesAHostLeavesTheVerdictOpen) {
    const Diagnosis quiet = searched_in_noise(3, 0.05);
    EXPECT_EQ(verdict_of(quiet), Verdict::healthy);
    ASSERT_EQ(quiet.detectable.size(), 1U);
    EXPECT_LT(quiet.detectable.front().all_messages, 1.7);
    const Diagnosis noisy = searched_in_noise(3, 0.5);
    EXPECT_EQ(verdict_of(noisy), Verdict::undecided);
    EXPECT_THAT(open_points_of(noisy), Contains(OpenPoint::hidden_hosts));
    EXPECT_GT(noisy.detectable.front().all_messages, 4);
}

/// A job of four hosts whose calls take twice as long for a while: the six visits with all hosts fell into
/// it.
TEST(SlowHosts, WhatVisitsDifferByAnywayAccusesNobody) {
    const auto judged = [](double deviation) {
        SimulatedJob job(4, 5);
        for (int pass = 0; pass < 9; ++pass) {
            job.add(cell_of(alltoall, 4, 64), 20e-6 * std::exp(deviation * job.normal()), 0.01,
                    VisitPurpose::host_search, pass)
                .finish_median.assign(4, 20e-6F);
        }
        for (int pass = 0; pass < 6; ++pass) {
            job.add(cell_of(alltoall, 4, 64), 40e-6, 0.01, VisitPurpose::without_suspect, pass)
                .finish_median.assign(4, 40e-6F);
            for (const std::size_t left_out : {1U, 2U}) {
                CollectiveVisit& visit = job.add(cell_of(alltoall, 3, 64), left_out == 1 ? 20e-6 : 38e-6,
                                                 0.01, VisitPurpose::without_suspect, pass);
                visit.finish_median.assign(4, 20e-6F);
                visit.finish_median[left_out] = std::numeric_limits<float>::quiet_NaN();
            }
        }
        return diagnosis_of(job).findings.size();
    };
    EXPECT_EQ(judged(0.02), 1U);
    EXPECT_EQ(judged(0.5), 0U);
}

TEST(SlowHosts, OfTwoHostsThatAreFastAloneNeitherIsNamed) {
    SimulatedJob job(2, 11);
    for (int pass = 0; pass < 6; ++pass) {
        job.add(cell_of(alltoall, 2, 65536), 1e-3, 0.03, VisitPurpose::without_suspect, pass)
            .finish_median.assign(2, 1e-3F);
        for (const std::size_t left_out : {0U, 1U}) {
            CollectiveVisit& visit =
                job.add(cell_of(alltoall, 1, 65536), 1e-6, 0.03, VisitPurpose::without_suspect, pass);
            visit.finish_median.assign(2, 1e-6F);
            visit.finish_median[left_out] = std::numeric_limits<float>::quiet_NaN();
        }
    }
    EXPECT_TRUE(diagnosis_of(job).findings.empty());
}

/// Ten visits of 20 us in which the third of four ranks begins so late, and the clocks may err by that much.
Diagnosis with_late_starts(double late_s, double clock_error_s) {
    SimulatedJob job(4, 10);
    for (int pass = 0; pass < 10; ++pass) {
        CollectiveVisit& visit = job.add(cell_of(allreduce, 4, 1024), 20e-6, 0.05, VisitPurpose::sweep, pass);
        visit.lateness_median = {0.1e-6F, 0.1e-6F, static_cast<float>(late_s), 0.2e-6F};
        visit.clock_error_s = clock_error_s;
    }
    return diagnosis_of(job);
}

TEST(SlowHosts, AStartThatTheClocksMayHaveMisreadIsNoNoise) {
    EXPECT_TRUE(with_late_starts(7.7e-6, 4e-6).findings.empty());
    EXPECT_TRUE(with_late_starts(18e-6, 4e-6).findings.empty());
    EXPECT_EQ(with_late_starts(25e-6, 4e-6).findings.size(), 1U);
}

TEST(SlowHosts, AStartThatIsLateByASmallPartOfTheOperationIsNoNoise) {
    EXPECT_TRUE(with_late_starts(3e-6, 0).findings.empty());
    EXPECT_EQ(with_late_starts(7e-6, 0).findings.size(), 1U);
}

TEST(SlowHosts, OfSeveralRunsThatShowTheSameThereIsOneFindingEach) {
    CollectiveRequest request;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SimulatedJob job(6, seed);
        add_search(job, 4);
        for (int pass = 0; pass < 10; ++pass) {
            CollectiveVisit& visit =
                job.add(cell_of(allreduce, 6, 1024), 20e-6, 0.05, VisitPurpose::sweep, pass);
            visit.lateness_median.assign(6, 0.1e-6F);
            visit.lateness_median[2] = 300e-6F;
        }
        request.runs.push_back(job.input());
    }
    const Diagnosis diagnosis = diagnose_collectives(request);
    ASSERT_EQ(diagnosis.findings.size(), 2U);
    EXPECT_EQ(diagnosis.findings[0].kind, FindingKind::slow_node);
    EXPECT_EQ(part_of(diagnosis.findings[0]), "node4");
    EXPECT_EQ(diagnosis.findings[1].kind, FindingKind::noisy_node);
    EXPECT_THAT(sentence_of(diagnosis.findings[1]), HasSubstr("rank 2 on node2"));
}

TEST(SlowHosts, RankTwoOnAnotherHostIsAnother) {
    CollectiveRequest request;
    for (const std::uint64_t seed : {1U, 2U}) {
        SimulatedJob job(4, seed);
        for (int pass = 0; pass < 10; ++pass) {
            CollectiveVisit& visit =
                job.add(cell_of(allreduce, 4, 1024), 20e-6, 0.05, VisitPurpose::sweep, pass);
            visit.lateness_median = {0.1e-6F, 0.1e-6F, 300e-6F, 0.2e-6F};
        }
        std::vector<RankLocation>& ranks = job.input().run.description.ranks;
        if (seed == 2) std::swap(ranks[2].host, ranks[3].host);
        request.runs.push_back(job.input());
    }
    const Diagnosis diagnosis = diagnose_collectives(request);
    ASSERT_EQ(diagnosis.findings.size(), 2U);
    EXPECT_THAT(sentence_of(diagnosis.findings[0]), HasSubstr("rank 2 on node2"));
    EXPECT_THAT(sentence_of(diagnosis.findings[1]), HasSubstr("rank 2 on node3"));
}

TEST(SlowHosts, ARankThatAlwaysStartsLateIsNoisy) {
    SimulatedJob job(4, 10);
    for (int pass = 0; pass < 10; ++pass) {
        CollectiveVisit& visit = job.add(cell_of(allreduce, 4, 1024), 20e-6, 0.05, VisitPurpose::sweep, pass);
        visit.lateness_median = {0.1e-6F, 0.1e-6F, 300e-6F, 0.2e-6F};
    }
    const Diagnosis diagnosis = diagnosis_of(job);
    ASSERT_EQ(diagnosis.findings.size(), 1U);
    EXPECT_EQ(diagnosis.findings.front().kind, FindingKind::noisy_node);
    EXPECT_THAT(sentence_of(diagnosis.findings.front()), HasSubstr("rank 2 on node2"));
    // Four ranks of one host with two cores take turns.
    for (RankLocation& rank : job.input().run.description.ranks) {
        rank.host = "node0";
        rank.node = 0;
        rank.usable_cores = 2;
    }
    const Diagnosis shared = diagnosis_of(job);
    EXPECT_TRUE(shared.findings.empty());
    ASSERT_EQ(shared.suspects.size(), 1U);
    EXPECT_EQ(shared.suspects.front().doubt, Doubt::shared_cores);
}

}  // namespace
}  // namespace fabricmap::diagnosis
