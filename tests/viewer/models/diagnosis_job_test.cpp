// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/diagnosis_job.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace fabricmap::viewer {
namespace {

constexpr int diagnosis_patience_ms = 20000;

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
