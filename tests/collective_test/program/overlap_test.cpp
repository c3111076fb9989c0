// SPDX-License-Identifier: Apache-2.0
// Work beside a call of which it is known where its own work is done.
#include "statistics/robust.hpp"
#include "tests/temporary_folder.hpp"
#include "visited.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::testing {
namespace {

/// What of a call was hidden behind the most work that was done beside it, and the fraction of its own time
/// that the call spent in its start.
struct Hidden {
    double overlap = 0;
    double start = 0;
    double work = 0;  ///< what the work itself took, in times of what it was calibrated to
};

double median_over(const std::vector<CollectiveVisit>& visits, std::vector<double> CollectiveVisit::*times) {
    std::vector<double> all;
    for (const CollectiveVisit& visit : visits)
        all.insert(all.end(), (visit.*times).begin(), (visit.*times).end());
    return median_of(all);
}

Hidden hidden_where(const std::string& work_is_done) {
    const TemporaryFolder folder;
    Job job = collective_job(2,
                             {"-t", "iallreduce", "--lengths", "8", "--overlap", "--compute-steps", "3",
                              "--runs", "8", "--visits", "3", "--fixed"},
                             folder / "run");
    job.preload = "work_of_call";
    job.environment = {{"FABRICMAP_WORK_OF_CALL", work_is_done}};
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    std::vector<CollectiveVisit> with_work = visits_of(file, VisitPurpose::overlap);
    // Of work that takes as long as the call: what its rate is off by would count twice of twice as much.
    std::erase_if(with_work, [](const CollectiveVisit& visit) { return visit.cell.compute_step != 1; });
    const std::vector<CollectiveVisit> pure = visits_of(file, VisitPurpose::sweep);
    const double pure_s = median_over(pure, &CollectiveVisit::completion);
    const double work_s = with_work.front().compute_s;
    const double total_s = median_over(with_work, &CollectiveVisit::completion);
    return {(pure_s + work_s - total_s) / std::min(pure_s, work_s),
            median_over(pure, &CollectiveVisit::init) / pure_s,
            median_over(with_work, &CollectiveVisit::computed) / work_s};
}

TEST(Overlap, IsNoneWhereTheWaitDoesTheWork) {
    const Hidden hidden = hidden_where("wait");
    EXPECT_LE(hidden.overlap, 0.1);
    EXPECT_LE(hidden.start, 0.1);
}

TEST(Overlap, IsNoneWhereTheStartDoesTheWork) {
    const Hidden hidden = hidden_where("start");
    EXPECT_LE(hidden.overlap, 0.1);
    EXPECT_GE(hidden.start, 0.9);
}

TEST(Overlap, IsNoneWhereATestForTheEndDoesTheWork) {
    const Hidden hidden = hidden_where("test");
    EXPECT_LE(hidden.overlap, 0.1);
    EXPECT_LE(hidden.work, 1.25) << "the work holds what the call does in the test";
}

TEST(Overlap, IsHalfWhereTheWaitDoesHalfOfTheWork) {
    EXPECT_NEAR(hidden_where("half").overlap, 0.5, 0.1);
}

TEST(Overlap, IsWholeWhereATimerEndsTheCall) {
    EXPECT_GE(hidden_where("timer").overlap, 0.9);
}

}  // namespace
}  // namespace fabricmap::testing
