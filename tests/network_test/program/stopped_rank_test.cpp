// SPDX-License-Identifier: Apache-2.0
// A rank that is stopped at a random moment, from the start of its job on, is named, and the job ends.
#include "tests/mpi_job.hpp"
#include "tests/repetitions.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <optional>
#include <random>
#include <thread>

namespace fabricmap::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr int ranks_of_stopped = 3;
constexpr int patience_s = 3;

struct StoppedJob {
    std::string name;
    std::vector<std::string> words;
    bool while_measuring = true;  ///< or from the launch on
};

void PrintTo(const StoppedJob& job, std::ostream* stream) {
    *stream << job.name;
}

class StoppedRank : public ::testing::TestWithParam<StoppedJob> {};

TEST_P(StoppedRank, IsNamedAndTheJobEnds) {
    std::mt19937 random(std::random_device{}());
    const int stops = repetitions(1, 3, "FABRICMAP_STOPS");
    for (int stop = 0; stop < stops; ++stop) {
        const TemporaryFolder folder;
        Job job{.ranks = ranks_of_stopped, .words = GetParam().words};
        job.words.insert(job.words.end(), {"--lengths", "pow2:1:16M", "-n", "100000", "--fixed"});
        job.words.insert(job.words.end(), {"--start-timeout", "20", "-f", folder / "run"});
        job.words.insert(job.words.end(), {"--pair-timeout", std::to_string(patience_s)});
        const int rank = std::uniform_int_distribution(0, ranks_of_stopped - 1)(random);
        SCOPED_TRACE(fmt::format("rank {}", rank));
        Command command(job.command());
        const std::optional<pid_t> process = process_of_rank(command, rank);
        ASSERT_TRUE(process) << "the job did not start";
        if (GetParam().while_measuring) (void)eventually([&] { return any_file(folder / "run"); });
        std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution(0, 300)(random)));
        const auto stopped = std::chrono::steady_clock::now();
        kill(*process, SIGSTOP);
        const Outcome outcome = command.wait(std::chrono::seconds(60));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - stopped;
        EXPECT_FALSE(outcome.timed_out);
        EXPECT_NE(outcome.exit_code, 0) << outcome.err;
        const auto lines = own_lines(outcome.err);
        // Stopped before it could say that it is there, it has no host.
        const std::string without_host = fmt::format("not started: rank {}", rank);
        if (!GetParam().while_measuring && ::testing::Matches(Contains(HasSubstr(without_host)))(lines))
            continue;
        EXPECT_THAT(lines, Contains(HasSubstr(fmt::format("rank {} on ", rank))))
            << "after " << took.count() << " s: " << outcome.err;
    }
}

INSTANTIATE_TEST_SUITE_P(
    In, StoppedRank,
    ::testing::Values(StoppedJob{"its_first_moments", {}, false},
                      StoppedJob{"the_first_moments_of_rounds", {"--schedule", "rounds"}, false},
                      StoppedJob{"one_to_one", {}}, StoppedJob{"synchronized", {"--timing", "synchronized"}},
                      StoppedJob{"send_recv_and_recv_send", {"-t", "send_recv_and_recv_send"}},
                      StoppedJob{"async_one_to_one", {"-t", "async_one_to_one"}},
                      StoppedJob{"all_to_all", {"-t", "all_to_all"}}, StoppedJob{"bcast", {"-t", "bcast"}},
                      StoppedJob{"test_noise", {"-t", "test_noise", "-p", "1"}},
                      StoppedJob{"test_noise_blocking", {"-t", "test_noise_blocking", "-p", "1"}},
                      StoppedJob{"put", {"-t", "put_one_to_one"}},
                      StoppedJob{"get_with_fence", {"-t", "get_one_to_one", "--rma-sync", "fence"}}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace fabricmap::testing
