// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/collectives/simulated_collectives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::HasSubstr;

/// A run on a machine: runs differ by 3 % and cells of a run by 1 % more, on top of what visits differ by.
CollectiveInput run_of_machine(std::uint64_t seed, double extra_s, double start_error_s = 0) {
    SimulatedJob job(4, seed);
    const double of_run = std::exp(0.03 * job.normal());
    for (const int operation : {allreduce, alltoall}) {
        for (std::int64_t length = 8; length <= 65536; length *= 4) {
            const double time = (10e-6 + static_cast<double>(length) * 1e-9) * of_run;
            const double of_cell = std::exp(0.01 * job.normal());
            for (int pass = 0; pass < 10; ++pass)
                job.add(cell_of(operation, 4, length), time * of_cell + extra_s, 0.05, VisitPurpose::sweep,
                        pass);
        }
    }
    if (start_error_s > 0) add_start_error(job, start_error_s);
    return job.input();
}

Diagnosis compare(std::vector<CollectiveInput> now, std::vector<CollectiveInput> then) {
    CollectiveRequest request;
    request.runs = std::move(now);
    request.baseline = std::move(then);
    return diagnose_collectives(request);
}

TEST(CollectiveComparison, TwoRunsOfOneMachineAreNoRegression) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Diagnosis diagnosis = compare({run_of_machine(2 * seed, 0)}, {run_of_machine(2 * seed + 1, 0)});
        EXPECT_EQ(diagnosis.fault_count(), 0) << seed;
    }
}

TEST(CollectiveComparison, ThreeHundredMicrosecondsAreFound) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Diagnosis diagnosis =
            compare({run_of_machine(2 * seed, 300e-6)}, {run_of_machine(2 * seed + 1, 0)});
        ASSERT_EQ(diagnosis.fault_count(), 1) << seed;
        const Finding& finding = diagnosis.findings.front();
        EXPECT_EQ(finding.kind, FindingKind::regression);
        EXPECT_NEAR(finding.evidence.extra_s, 300e-6, 15e-6);
        EXPECT_THAT(
            sentence_of(finding),
            HasSubstr("the machine as a whole is slower than in the baseline in 14 of 14 measurements"));
    }
}

TEST(CollectiveMemories, StandSideBySideAndAreNotCompared) {
    const CollectiveInput in_host = run_of_machine(1, 0);
    CollectiveInput in_cuda = run_of_machine(2, 300e-6);
    in_cuda.run.description.memory = MessageMemory{MemoryKind::cuda, MemoryKind::cuda};
    try {
        (void)compare({in_cuda}, {in_host});
        ADD_FAILURE() << "compared";
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("its buffers lay in host memory, those of the run in cuda memory"));
    }
    const Diagnosis diagnosis = compare({in_host, in_cuda, in_host, in_cuda}, {});
    EXPECT_EQ(diagnosis.fault_count(), 0);
    EXPECT_EQ(diagnosis.runs.size(), 4U);
    const CollectiveResults& results = *diagnosis.collectives;
    EXPECT_EQ(results.jobs, 2U);
    ASSERT_EQ(results.other_memories.size(), 1U);
    ASSERT_EQ(results.other_memories.front().cells.size(), results.cells.size());
    for (std::size_t k = 0; k < results.cells.size(); ++k) {
        const double more_s =
            results.other_memories.front().cells[k].time.value - results.cells[k].time.value;
        EXPECT_NEAR(more_s, 300e-6, 30e-6) << k;
    }
    EXPECT_THAT(terminal_report(diagnosis), HasSubstr("Memory of the buffers, medians"));
}

TEST(CollectiveComparison, WhatCannotBeJudgedOnEitherSideTakesNoPart) {
    // Of 10 to 43 us those of 32K alone are more than twice 20 us.
    const CollectiveInput slow = run_of_machine(1, 300e-6);
    const CollectiveInput hidden = run_of_machine(2, 0, 20e-6);
    EXPECT_THAT(sentence_of(compare({slow}, {hidden}).findings.at(0)), HasSubstr("in 2 of 2 measurements"));
    const CollectiveInput all_hidden = run_of_machine(1, 300e-6, 1);
    const Diagnosis none = compare({all_hidden}, {run_of_machine(2, 0)});
    EXPECT_TRUE(none.findings.empty());
    EXPECT_THAT(none.collectives->remarks, ::testing::Contains(HasSubstr("14 of 14 values common to both")));
}

TEST(CollectiveComparison, OnABusyMachineLateStartsAreNoRegression) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        CollectiveInput busy = run_of_machine(2 * seed, 300e-6);
        for (CollectiveVisit& visit : busy.visits) visit.lateness.assign(16, 290e-6);
        EXPECT_EQ(compare({busy}, {run_of_machine(2 * seed + 1, 0)}).fault_count(), 0) << seed;
    }
}

TEST(CollectiveComparison, VisitsThatAreFarApartMustChangeByMore) {
    SimulatedJob now(4, 1);
    SimulatedJob then(4, 2);
    for (int pass = 0; pass < 8; ++pass) {
        // Of both the visits lie a factor of three apart.
        const double apart = std::pow(3.0, pass % 3 - 1);
        now.add(cell_of(allreduce, 4, 64), 4e-3 * apart, 0.05, VisitPurpose::sweep, pass);
        then.add(cell_of(allreduce, 4, 64), 0.4e-3 * apart, 0.05, VisitPurpose::sweep, pass);
    }
    EXPECT_EQ(compare({now.input()}, {then.input()}).fault_count(), 0);
}

TEST(CollectiveComparison, RunsOfOtherHostsOrRanksAreNotOneTable) {
    CollectiveInput other = run_of_machine(2, 0);
    std::swap(other.run.description.ranks.front().host, other.run.description.ranks.back().host);
    EXPECT_NO_THROW((void)diagnose_collectives({{run_of_machine(1, 0), other}, {}}));
    other.run.description.ranks.front().host = "elsewhere";
    EXPECT_THROW((void)diagnose_collectives({{run_of_machine(1, 0), other}, {}}), UsageError);
    CollectiveInput larger = run_of_machine(2, 0);
    larger.run.description.ranks.push_back(larger.run.description.ranks.back());
    EXPECT_THROW((void)diagnose_collectives({{run_of_machine(1, 0), larger}, {}}), UsageError);
}

TEST(CollectiveComparison, WhatBecameFasterIsNoFault) {
    const Diagnosis diagnosis = compare({run_of_machine(1, 0)}, {run_of_machine(2, 300e-6)});
    ASSERT_EQ(diagnosis.findings.size(), 1U);
    EXPECT_EQ(diagnosis.findings.front().kind, FindingKind::improvement);
    EXPECT_EQ(diagnosis.fault_count(), 0);
}

TEST(CollectiveComparison, FiveRunsASideFindSmallerChanges) {
    std::vector<CollectiveInput> now;
    std::vector<CollectiveInput> then;
    std::vector<CollectiveInput> alike;
    for (std::uint64_t run = 0; run < 5; ++run) {
        now.push_back(run_of_machine(50 + run, 3e-6));
        then.push_back(run_of_machine(60 + run, 0));
        alike.push_back(run_of_machine(70 + run, 0));
    }
    EXPECT_EQ(compare(now, then).fault_count(), 1);
    EXPECT_EQ(compare(alike, then).fault_count(), 0);
}

TEST(CollectiveComparison, RunsWithoutACommonCellCannotBeCompared) {
    SimulatedJob other(8, 3);
    for (int pass = 0; pass < 6; ++pass) other.add(cell_of(gather, 8, 8, 0), 1e-5, 0.05);
    EXPECT_THROW((void)compare({run_of_machine(1, 0)}, {other.input()}), UsageError);
}

}  // namespace
}  // namespace fabricmap::diagnosis
