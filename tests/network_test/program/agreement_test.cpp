// SPDX-License-Identifier: Apache-2.0
// What is measured must be what others measure. Jobs meet a machine at different speeds, so messages are made
// slow by an interposed library for all of them; modes/agreement_test.cpp compares real delays, in one job.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/votes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <thread>

namespace fabricmap::testing {
namespace {

constexpr double slow_s = 10e-3;
constexpr double agreement_tolerance = 0.1;
const std::vector<std::int64_t> agreement_lengths{8, 65'536};

using Delays = std::map<std::int64_t, double>;

/// Every message of at least a byte takes `slow_s`.
Job slow_job() {
    return {.preload = "slow_rank",
            .environment = {{"FABRICMAP_SLOW_US", std::to_string(static_cast<int>(1e6 * slow_s))},
                            {"FABRICMAP_SLOW_WHEN", "sends"},
                            // Ranks that share a core do not keep it from each other.
                            {"OMPI_MCA_mpi_yield_when_idle", "1"}}};
}

Delays delays_of_tester(const std::string& timing) {
    const TemporaryFolder folder;
    std::string list;
    for (const std::int64_t length : agreement_lengths)
        list += fmt::format("{}{}", list.empty() ? "" : ",", length);
    Job job = slow_job();
    job.words = {"--timing", timing, "--lengths", list, "-n", "10", "--fixed", "-f", folder / "run"};
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const fabricmap::Run result = open_run(folder / "run");
    Delays delays;
    for (const std::int64_t length : agreement_lengths) {
        delays[length] = plane_at(result, Statistic::median, length)(0, 1);
    }
    return delays;
}

Delays delays_of_plain_ping_pong() {
    Job job = slow_job();
    job.program = PLAIN_PING_PONG;
    job.words = {"10"};
    for (const std::int64_t length : agreement_lengths) job.words.push_back(std::to_string(length));
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    Delays delays;
    std::int64_t length = 0;
    double delay_s = 0;
    while (lines >> length >> delay_s) delays[length] = delay_s;
    return delays;
}

/// Which delays are not those that were planted, give or take what the machine adds.
std::string unplanted(const std::string& name, const Delays& delays) {
    std::string wrong;
    for (const auto& [length, delay_s] : delays) {
        if (delay_s < 0.99 * slow_s || delay_s > (1 + agreement_tolerance) * slow_s)
            wrong += fmt::format("{}, {} bytes: {:.3f} ms; ", name, length, 1e3 * delay_s);
    }
    return wrong;
}

TEST(Agreement, OneWayRoundTripAndAPlainPingPongAgree) {
    constexpr Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
    expect_votes<votes>([] {
        return unplanted("one way", delays_of_tester("one_way")) +
               unplanted("round trip", delays_of_tester("round_trip")) +
               unplanted("plain", delays_of_plain_ping_pong());
    });
}

class SamplesOfACell : public ::testing::TestWithParam<std::string> {};

// The older toolkit's minimum lay below a quarter of the median in half of the cells.
TEST_P(SamplesOfACell, AreNeverNegativeAndHardlyEverFarBelowTheMedian) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "two ranks need a core each";
    const TemporaryFolder folder;
    const Job job{.words = {"--lengths", "legacy", "--timing", GetParam(), "-f", folder / "run"},
                  .mpirun_options = {"--bind-to", "core"}};
    const Outcome outcome = run(job);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const fabricmap::Run result = open_run(folder / "run");
    int cells = 0;
    int far_below = 0;
    for (std::size_t k = 0; k < result.description().message_lengths.size(); ++k) {
        const Matrix minimum = result.stack(Statistic::minimum)->plane(k);
        const Matrix median = result.stack(Statistic::median)->plane(k);
        for (const auto& [i, j] : {std::pair(0, 1), std::pair(1, 0)}) {
            ++cells;
            far_below += minimum(i, j) < median(i, j) / 4 ? 1 : 0;
            EXPECT_GE(minimum(i, j), 0);
        }
    }
    EXPECT_EQ(cells, 200);
    EXPECT_LT(far_below, 2);
    std::printf("%d of %d cells far below the median\n", far_below, cells);
}

INSTANTIATE_TEST_SUITE_P(With, SamplesOfACell, ::testing::Values("one_way", "round_trip", "synchronized"),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace fabricmap::testing
