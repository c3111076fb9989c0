// SPDX-License-Identifier: Apache-2.0
#include "base/trial.hpp"

#include "base/errors.hpp"
#include "tests/expectations.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <iostream>
#include <new>
#include <unistd.h>

namespace fabricmap {
namespace {

bool survives_it(const std::function<void()>& action) {
    return survives("a file", std::chrono::seconds(1), action);
}

TEST(Trial, EndsWellWhereNothingHappens) {
    EXPECT_TRUE(survives_it([] {}));
}

TEST(Trial, CrashesInOurStead) {
    for (const int number : {SIGSEGV, SIGABRT, SIGKILL})
        EXPECT_FALSE(survives_it([&] { std::raise(number); })) << number;
}

TEST(Trial, ThatFindsNoEndIsEnded) {
    EXPECT_FALSE(survives_it([] {
        for (;;) static_cast<void>(getppid());
    }));
}

TEST(Trial, HandsOverWhatIsWrongWithTheFile) {
    EXPECT_EQ(testing::error_of<FileError>(
                  [] { static_cast<void>(survives_it([] { throw FileError("a file: is damaged"); })); }),
              "a file: is damaged");
}

// The file may be in order: whoever reads it without a trial finds out.
TEST(Trial, ThatRunsOutOfMemorySaysNothingOfTheFile) {
    EXPECT_TRUE(survives_it([] { throw std::bad_alloc(); }));
}

TEST(Trial, PrintsNothing) {
    ::testing::internal::CaptureStdout();
    EXPECT_TRUE(survives_it([] { std::cout << "not to be seen" << std::endl; }));
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace fabricmap
