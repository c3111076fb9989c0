// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/best_algorithm.hpp"
#include "tests/diagnosis/collectives/simulated_collectives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;

/// A call against its mock-up, which takes 1/ratio of its time: six visits, and twelve where those call for
/// it.
void add_pair(SimulatedJob& job, std::int64_t length, double ratio, double noise) {
    const CollectiveCell call = cell_of(allreduce, job.ranks(), length);
    CollectiveCell mock_up = call;
    mock_up.mock_up = 0;
    const auto visit_both = [&](VisitPurpose purpose, int passes) {
        for (int pass = 0; pass < passes; ++pass) {
            job.add(call, 100e-6, noise, purpose, pass);
            job.add(mock_up, 100e-6 / ratio, noise, purpose, pass);
        }
    };
    visit_both(VisitPurpose::candidate, 6);
    if (diagnosis_of(job).collectives->checks.back().is_candidate) visit_both(VisitPurpose::verdict, 12);
}

int violated(double ratio, double noise, int pairs, std::uint64_t seed) {
    int violations = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        SimulatedJob job(4, mix(seed, static_cast<std::uint64_t>(pair)));
        add_pair(job, 1024, ratio, noise);
        violations += diagnosis_of(job).collectives->violations.empty() ? 0 : 1;
    }
    return violations;
}

TEST(Guidelines, EqualCallsAreNotCalledViolated) {
    EXPECT_LE(violated(1.0, 0.05, 1000, 1), 2);
    EXPECT_LE(violated(1.0, 0.2, 1000, 2), 2);
}

TEST(Guidelines, AFifthMoreIsFound) {
    EXPECT_GE(violated(1.2, 0.05, 1000, 3), 950);
}

TEST(Guidelines, AViolationNamesCallMockUpAndLengths) {
    SimulatedJob job(4, 4);
    add_pair(job, 64, 5.5, 0.05);
    add_pair(job, 1024, 1.5, 0.05);
    add_pair(job, 16384, 1.0, 0.05);
    const Diagnosis diagnosis = diagnosis_of(job);
    ASSERT_EQ(diagnosis.collectives->violations.size(), 1U);
    const GuidelineViolation& violation = diagnosis.collectives->violations.front();
    EXPECT_EQ(violation.operation, "allreduce");
    EXPECT_EQ(violation.alternative, "reduce+bcast");
    EXPECT_THAT(violation.lengths_bytes, ElementsAre(64, 1024));
    EXPECT_NEAR(violation.worst_factor, 5.5, 0.3);
    EXPECT_EQ(diagnosis.fault_count(), 0);
}

/// Of a job in which the call and its mock-up are alike, with a curve that falls and rises by more than a
/// line.
SimulatedJob job_with_curve() {
    SimulatedJob job(4, 5);
    const std::vector<std::pair<std::int64_t, double>> curve{
        {1024, 10e-6}, {2048, 12e-6}, {4096, 60e-6}, {8192, 30e-6}, {16384, 80e-6}};
    for (const auto& [length, time] : curve) {
        for (int pass = 0; pass < 8; ++pass)
            job.add(cell_of(allreduce, 4, length), time, 0.03, VisitPurpose::sweep, pass);
    }
    return job;
}

TEST(Guidelines, TheSweepFindsWhatTakesLongerThanALongerMessage) {
    SimulatedJob job = job_with_curve();
    add_pair(job, 1024, 1, 0.03);
    const Diagnosis diagnosis = diagnosis_of(job);
    // Eight times 1K would take 80 us at 8K and 160 at 16K, but nobody has called it eight times.
    ASSERT_EQ(diagnosis.collectives->violations.size(), 1U);
    EXPECT_EQ(diagnosis.collectives->violations[0].alternative, "the same of 8K");
    EXPECT_THAT(diagnosis.collectives->violations[0].lengths_bytes, ElementsAre(4096));
    EXPECT_NEAR(diagnosis.collectives->violations[0].worst_factor, 2, 0.1);
}

TEST(Guidelines, TheSweepLeavesOutWhatCannotBeJudged) {
    const auto violations = [](double start_error_s) {
        SimulatedJob job = job_with_curve();
        add_pair(job, 1024, 1, 0.03);
        add_start_error(job, start_error_s);
        return diagnosis_of(job).collectives->violations.size();
    };
    EXPECT_EQ(violations(12e-6), 1U) << "4K takes 60 us and 8K 30 us";
    EXPECT_EQ(violations(20e-6), 0U);
}

TEST(Guidelines, AreNoMatterOfASweepThatWasNotAskedForThem) {
    SimulatedJob job = job_with_curve();
    EXPECT_TRUE(diagnosis_of(job).collectives->violations.empty());
}

/// Jobs whose library takes 20 and 300 us of two lengths, its first algorithm the same, a ring 50 and 100; a
/// job differs from the next by 30 %.
Diagnosis diagnosis_of_choices(int jobs) {
    CollectiveRequest request;
    for (int number = 0; number < jobs; ++number) {
        SimulatedJob job(4, 6 + static_cast<std::uint64_t>(number));
        const double of_job = std::exp(0.3 * job.normal());
        for (const std::int64_t length : {1024, 65536}) {
            for (int algorithm = 0; algorithm < 3; ++algorithm) {
                CollectiveCell cell = cell_of(allreduce, 4, length);
                cell.algorithm = algorithm;
                const bool is_ring = algorithm == 2;
                const double time = length == 1024 ? (is_ring ? 50e-6 : 20e-6) : (is_ring ? 100e-6 : 300e-6);
                for (int pass = 0; pass < 8; ++pass)
                    job.add(cell, time * of_job, 0.03, VisitPurpose::sweep, pass);
            }
        }
        request.runs.push_back(job.input());
    }
    return diagnose_collectives(request);
}

TEST(AlgorithmChoices, OverJobsTheWinnerIsNamedWithWhatForcesItAndElseNoDifference) {
    const Diagnosis diagnosis = diagnosis_of_choices(5);
    ASSERT_EQ(diagnosis.collectives->algorithms.size(), 2U);
    const AlgorithmChoice& alike = diagnosis.collectives->algorithms[0];
    EXPECT_FALSE(alike.is_candidate);
    EXPECT_GT(alike.max_ratio, 1);
    EXPECT_LT(alike.max_ratio, 1.15);
    const AlgorithmChoice& ring = diagnosis.collectives->algorithms[1];
    EXPECT_EQ(ring.best, "4/ring");
    EXPECT_TRUE(ring.is_bad);
    EXPECT_NEAR(ring.factor, 3, 0.15);
    EXPECT_THAT(ring.as_fast, ::testing::IsEmpty());
    EXPECT_EQ(ring.setting, "--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_allreduce_algorithm 4");
    EXPECT_EQ(diagnosis.collectives->bad_choices(), 1);
    EXPECT_EQ(diagnosis.fault_count(), 0);
}

/// One cell of so many jobs, whose values are all 10 % apart.
CellSummary cell_of_jobs(std::vector<std::size_t> jobs, int algorithm, double time_s) {
    CellSummary cell;
    cell.cell = cell_of(allreduce, 4, 1024);
    cell.cell.algorithm = algorithm;
    cell.jobs = jobs.size();
    for (const std::size_t job : jobs)
        cell.visit_medians.push_back(time_s * std::pow(1.1, static_cast<double>(job)));
    cell.job_of_value = std::move(jobs);
    cell.time = interval_over_jobs(cell.visit_medians, default_confidence);
    return cell;
}

TEST(AlgorithmChoices, PairsAreOfTheSameJob) {
    SimulatedJob job(4, 1);
    const CellSummary library = cell_of_jobs({0, 1, 2, 3, 5}, 0, 30e-6);
    const CellSummary ring = cell_of_jobs({1, 2, 3, 4, 5}, 2, 20e-6);
    const BestAlgorithm found =
        best_algorithm(job.input().run, std::vector<const CellSummary*>{&library, &ring});
    EXPECT_EQ(found.jobs, 4U);
    EXPECT_NEAR(found.max_ratio, 1.5, 1e-6) << "in each job it is that exactly";
    EXPECT_TRUE(found.is_named);
    const CellSummary elsewhere = cell_of_jobs({4, 5, 6, 7}, 2, 20e-6);
    EXPECT_FALSE(
        best_algorithm(job.input().run, std::vector<const CellSummary*>{&library, &elsewhere}).is_named);
}

TEST(AlgorithmChoices, TheConfidenceAskedForIsThatOfTheRatio) {
    SimulatedJob job(4, 1);
    const CellSummary library = cell_of_jobs({0, 1, 2}, 0, 30e-6);
    CellSummary ring = cell_of_jobs({0, 1, 2}, 2, 20e-6);
    ring.visit_medians[1] *= 1.2;
    const auto max_ratio = [&](double confidence) {
        return best_algorithm(job.input().run, std::vector<const CellSummary*>{&library, &ring}, confidence)
            .max_ratio;
    };
    EXPECT_LT(max_ratio(0.9), max_ratio(0.95));
    EXPECT_LT(max_ratio(0.95), max_ratio(0.99));
}

TEST(CellsOverJobs, HaveTheMedianOfAllJobsAndNotWhatTheFirstHas) {
    std::vector<CollectiveInput> inputs;
    for (const double noise : {0.01, 0.1, 0.3}) {
        SimulatedJob job(4, 1);
        for (int pass = 0; pass < 6; ++pass)
            job.add(cell_of(allreduce, 4, 1024), 20e-6, noise, VisitPurpose::sweep, pass);
        inputs.push_back(job.input());
    }
    std::vector<JobOfCollectives> jobs;
    std::vector<double> deviations;
    for (const CollectiveInput& input : inputs) {
        jobs.push_back({input.run, input.visits});
        deviations.push_back(summaries_of(input.run, input.visits).at(0).deviation);
    }
    ASSERT_LT(deviations[0], deviations[1]);
    ASSERT_LT(deviations[1], deviations[2]);
    EXPECT_EQ(summaries_over_jobs(jobs).at(0).deviation, deviations[1]);
}

TEST(AlgorithmChoices, OfOneJobThereAreCandidatesAlone) {
    const Diagnosis diagnosis = diagnosis_of_choices(1);
    EXPECT_EQ(diagnosis.collectives->bad_choices(), 0);
    EXPECT_TRUE(diagnosis.collectives->algorithms[1].is_candidate);
}

TEST(AlgorithmChoices, AFewVisitsAreNoCandidate) {
    for (const int visits : {1, 4, 5}) {
        SimulatedJob job(4, 6);
        for (const int algorithm : {0, 1}) {
            CollectiveCell cell = cell_of(allreduce, 4, 1024);
            cell.algorithm = algorithm;
            for (int pass = 0; pass < visits; ++pass)
                job.add(cell, algorithm == 0 ? 60e-6 : 20e-6, 0.03, VisitPurpose::sweep, pass);
        }
        EXPECT_EQ(diagnosis_of(job).collectives->algorithms.front().is_candidate, visits == 5) << visits;
    }
}

TEST(GroupsAtOnce, OfWhichOneIsSlowerAreToldWithIt) {
    SimulatedJob job(4, 12);
    const float none = std::numeric_limits<float>::quiet_NaN();
    for (int pass = 0; pass < 12; ++pass) {
        for (const bool is_second : {false, true}) {
            CollectiveVisit& visit = job.add(cell_of(alltoall, 2, 1024), is_second ? 30e-6 : 10e-6, 0.02,
                                             VisitPurpose::groups, pass);
            visit.finish_median =
                is_second ? std::vector{none, none, 30e-6F, 30e-6F} : std::vector{10e-6F, 10e-6F, none, none};
        }
    }
    const Diagnosis diagnosis = diagnosis_of(job);
    ASSERT_EQ(diagnosis.collectives->groups.size(), 1U);
    const GroupsAtOnce& groups = diagnosis.collectives->groups.front();
    EXPECT_THAT(groups.first_ranks, ElementsAre(0, 2));
    EXPECT_EQ(groups.worst, 1U);
    EXPECT_NEAR(groups.spread, 3, 0.1);
    EXPECT_NEAR(groups.times[1].value, 30e-6, 1e-6);
}

/// How often an interval over jobs holds the median of as many other jobs, where jobs differ by 10 % and the
/// visits of a job by 1 %.
TEST(JobIntervals, HoldWhatOtherJobsMeasureWhereThoseOfAJobDoNot) {
    const auto summary_of_jobs = [](int jobs, std::uint64_t seed) {
        CollectiveRequest request;
        for (int number = 0; number < jobs; ++number) {
            SimulatedJob job(2, seed + static_cast<std::uint64_t>(number));
            const double of_job = std::exp(0.1 * job.normal());
            for (int pass = 0; pass < 8; ++pass)
                job.add(cell_of(allreduce, 2, 64), 10e-6 * of_job, 0.05, VisitPurpose::sweep, pass);
            request.runs.push_back(job.input());
        }
        return diagnose_collectives(request).collectives->cells.front();
    };
    int held_over_jobs = 0;
    int held_within_job = 0;
    constexpr int cases = 100;
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        const double truth_s = 10e-6;
        const auto holds = [&](const CellSummary& cell) {
            return cell.time.low <= truth_s && truth_s <= cell.time.high;
        };
        const CellSummary pooled = summary_of_jobs(5, 100 * seed);
        EXPECT_EQ(pooled.jobs, 5U);
        held_over_jobs += holds(pooled) ? 1 : 0;
        held_within_job += holds(summary_of_jobs(1, 100 * seed + 50)) ? 1 : 0;
    }
    EXPECT_GE(held_over_jobs, 90);
    EXPECT_LE(held_within_job, 40);
}

TEST(Overlap, IsNoneWhereAllWorkIsDoneInTheWaitAndAllWhereATimerDoesIt) {
    for (const bool is_hidden : {false, true}) {
        SimulatedJob job(4, 7);
        for (int step = 0; step < 5; ++step) {
            const double work = step * 50e-6;
            CollectiveCell cell = cell_of(iallreduce, 4, 1024);
            cell.compute_step = step;
            for (int pass = 0; pass < 6; ++pass) {
                const double total = is_hidden ? std::max(100e-6, work) : 100e-6 + work;
                CollectiveVisit& visit = job.add(cell, total, 0.005, VisitPurpose::overlap, pass);
                visit.compute_s = work;
                visit.computed.assign(16, work);
                visit.init.assign(16, 90e-6);
            }
        }
        const Diagnosis diagnosis = diagnosis_of(job);
        ASSERT_EQ(diagnosis.collectives->overlaps.size(), 1U);
        const OverlapResult& result = diagnosis.collectives->overlaps.front();
        EXPECT_EQ(result.overlap.size(), 4U);
        EXPECT_NEAR(result.init_fraction, 0.9, 0.02);
        EXPECT_NEAR(result.at_equal_work, is_hidden ? 1 : 0, 0.1);
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
