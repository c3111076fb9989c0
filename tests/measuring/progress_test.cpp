// SPDX-License-Identifier: Apache-2.0
#include "measuring/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Progress, NamesWhatIsDoneBeforeTheSweepAndThenTheLengths) {
    SweepProgress progress(true);
    ::testing::internal::CaptureStderr();
    progress.prepare("trial run");
    progress.reached(0);
    progress.clear();
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                AllOf(HasSubstr("trial run"), Not(HasSubstr("length")), Not(HasSubstr("%"))));

    ::testing::internal::CaptureStderr();
    progress.set_estimates({1, 3});
    progress.begin_plane(1, 65536, 2);
    progress.clear();
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                AllOf(HasSubstr(" 25 %  length 2 of 2 (64K bytes)"), Not(HasSubstr("trial run"))));
}

TEST(Progress, DrawsNothingWhereNobodyLooks) {
    SweepProgress progress(false);
    ::testing::internal::CaptureStderr();
    progress.prepare("trial run");
    progress.reached(0);
    progress.clear();
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty());
}

}  // namespace
}  // namespace fabricmap
