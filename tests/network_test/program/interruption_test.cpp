// SPDX-License-Identifier: Apache-2.0
// A job that is told to end, which it has to do before its launcher loses patience.
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace fabricmap::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// A run that takes a few seconds, and is in the midst of its measuring.
class Interruption : public ::testing::TestWithParam<int> {
  protected:
    Interruption() {
        EXPECT_TRUE(eventually([&] { return any_file(prefix_); }));
        std::this_thread::sleep_for(milliseconds(300));
    }

    void expect_incomplete() const {
        const fabricmap::Run run = open_run(prefix_);
        EXPECT_FALSE(run.description().complete);
        EXPECT_LT(run.description().message_lengths.size(), 1000U);
    }

    const TemporaryFolder folder_;
    const std::filesystem::path prefix_ = folder_ / "run";
    Command command_{
        Job{.ranks = 3, .words = {"-t", "all_to_all", "-e", "100000", "-n", "50", "--fixed", "-f", prefix_}}
            .command()};
};

TEST_P(Interruption, OfMpirunEndsTheJobSoonAndLeavesWholePlanes) {
    kill(command_.pid(), GetParam());
    const Outcome outcome = command_.wait(seconds(20));
    EXPECT_FALSE(outcome.timed_out);
    EXPECT_NE(outcome.exit_code, 0);
    const auto lines = own_lines(outcome.err);
    ASSERT_EQ(lines.size(), 1U) << outcome.err;
    EXPECT_THAT(lines.front(),
                ::testing::AllOf(::testing::HasSubstr(prefix_.string()), ::testing::HasSubstr("--resume")));
    expect_incomplete();
}

TEST_P(Interruption, OfARankEndsItWithinASecondWithCode130) {
    const auto ranks_now = command_.children();
    ASSERT_FALSE(ranks_now.empty());
    const auto begin = std::chrono::steady_clock::now();
    const auto waited = [&] { return std::chrono::steady_clock::now() - begin; };
    kill(ranks_now.back(), GetParam());
    while (kill(ranks_now.back(), 0) == 0 && waited() < seconds(5))
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_LT(waited(), seconds(1));
    EXPECT_EQ(command_.wait(seconds(20)).exit_code, 130);
    expect_incomplete();
}

INSTANTIATE_TEST_SUITE_P(By, Interruption, ::testing::Values(SIGINT, SIGTERM),
                         [](const auto& tested) { return tested.param == SIGINT ? "SIGINT" : "SIGTERM"; });

}  // namespace
}  // namespace fabricmap::testing
