// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/diagnosis_job.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace fabricmap::viewer {
namespace {

constexpr int diagnosis_patience_ms = 120000;

TEST(DiagnosisJob, HasTheDiagnosisOfTheRunItWasStartedWithAlone) {
    const Opened run = open_shared("synthetic:two_racks");
    const Opened other = open_shared("synthetic:fat_tree");
    DiagnosisJob job;
    QSignalSpy finished(&job, &DiagnosisJob::finished);
    job.start(run);
    EXPECT_TRUE(job.is_busy());
    EXPECT_FALSE(job.of(run));
    ASSERT_TRUE(finished.wait(diagnosis_patience_ms));
    EXPECT_FALSE(job.is_busy());
    ASSERT_TRUE(job.of(run));
    EXPECT_EQ(job.of(run)->runs.front().label, run.run->label());
    EXPECT_FALSE(job.of(other));
}

TEST(DiagnosisJob, ComparesWithTheBaselineWhereBothBelongTogether) {
    const Opened run = open_shared("synthetic:fat_tree_faulty");
    for (const auto& [baseline, is_compared] :
         {std::pair{"synthetic:fat_tree", true}, {"synthetic:torus,size=2x2", false}}) {
        DiagnosisJob job;
        QSignalSpy finished(&job, &DiagnosisJob::finished);
        job.start(run, open_shared(baseline));
        ASSERT_TRUE(finished.wait(diagnosis_patience_ms));
        EXPECT_EQ(job.of(run)->comparison.has_value(), is_compared) << baseline;
        EXPECT_GE(job.of(run)->fault_count(), 2);
    }
}

TEST(DiagnosisJob, EndsWhenItIsCancelled) {
    const Opened run = open_shared("synthetic:fat_tree");
    DiagnosisJob job;
    QSignalSpy finished(&job, &DiagnosisJob::finished);
    QSignalSpy failed(&job, &DiagnosisJob::failed);
    QSignalSpy given_up(&job, &DiagnosisJob::given_up);
    job.start(run);
    job.cancel();
    EXPECT_FALSE(job.is_busy());
    EXPECT_TRUE(job.is_unwanted(run));
    EXPECT_EQ(given_up.size(), 1);
    // What comes after it is all that comes.
    job.start(open_shared("synthetic:two_racks"));
    ASSERT_TRUE(finished.wait(diagnosis_patience_ms));
    EXPECT_EQ(finished.size(), 1);
    EXPECT_EQ(failed.size(), 0);
    EXPECT_FALSE(job.of(run));
}

TEST(DiagnosisJob, GivesARunUpForAnother) {
    const Opened run = open_shared("synthetic:fat_tree");
    const Opened other = open_shared("synthetic:two_racks");
    DiagnosisJob job;
    QSignalSpy finished(&job, &DiagnosisJob::finished);
    QSignalSpy failed(&job, &DiagnosisJob::failed);
    job.start(run);
    job.start(other);
    ASSERT_TRUE(finished.wait(diagnosis_patience_ms));
    EXPECT_TRUE(job.of(other));
    EXPECT_FALSE(job.of(run));
    EXPECT_EQ(finished.size(), 1);
    EXPECT_EQ(failed.size(), 0);
}

}  // namespace
}  // namespace fabricmap::viewer
