// SPDX-License-Identifier: Apache-2.0
// What is measured must be what others measure. A length may take a few tries: the machine does other things
// too.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>
#include <thread>

namespace fabricmap::testing {
namespace {

constexpr int agreement_tries = 40;
// In a ping-pong a rank waits for the answer only once its own send has returned. Where messages go by
// rendezvous in a microsecond or two, that lets half a round trip be longer than one way.
constexpr double largest_ratio_from_64_kb = 1.10;
constexpr double largest_ratio_below = 1.25;
const std::vector<std::int64_t> agreement_lengths{8,    100,    1000,   3000,    5000,
                                                  8000, 16'384, 65'536, 262'144, 1'048'576};

using Delays = std::map<std::int64_t, double>;

Job bound_job() {
    return {.mpirun_options = {"--bind-to", "core"}};
}

Delays delays_of_tester(const std::string& timing) {
    const TemporaryFolder folder;
    std::string list;
    for (const std::int64_t length : agreement_lengths)
        list += fmt::format("{}{}", list.empty() ? "" : ",", length);
    Job job = bound_job();
    job.words = {"--timing", timing, "--lengths", list, "-n", "400", "--fixed", "-f", folder / "run"};
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
    Job job = bound_job();
    job.program = PLAIN_PING_PONG;
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

/// Delays of one length by the three ways of measuring, a try after the other. The machine's speed changes
/// from job to job by more than the bounds, and each way meets its own jobs: the ways agree when they have
/// met the same speed.
struct Comparison {
    std::vector<double> one_way_s;
    std::vector<double> round_trip_s;
    std::vector<double> plain_s;

    /// Of the greatest and the least of three, one of each way: the smallest there is.
    [[nodiscard]] double ratio() const {
        double smallest = std::numeric_limits<double>::infinity();
        for (const double one_way : one_way_s) {
            for (const double round_trip : round_trip_s) {
                for (const double plain : plain_s) {
                    const auto [least, most] = std::minmax({one_way, round_trip, plain});
                    smallest = std::min(smallest, most / least);
                }
            }
        }
        return smallest;
    }
    [[nodiscard]] bool agrees(std::int64_t length) const {
        return ratio() <= (length >= 65'536 ? largest_ratio_from_64_kb : largest_ratio_below);
    }
};

std::string span_of(const std::vector<double>& delays_s) {
    const auto [least, most] = std::ranges::minmax(delays_s);
    return fmt::format("{:.3g} to {:.3g} us", least * 1e6, most * 1e6);
}

TEST(Agreement, OneWayRoundTripAndAPlainPingPongAgree) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "two ranks need a core each";
    std::map<std::int64_t, Comparison> comparisons;
    for (const std::int64_t length : agreement_lengths) comparisons[length];
    const auto agrees = [](const auto& entry) { return entry.second.agrees(entry.first); };
    for (int attempt = 0; attempt < agreement_tries && !std::ranges::all_of(comparisons, agrees); ++attempt) {
        Delays one_way = delays_of_tester("one_way");
        Delays round_trip = delays_of_tester("round_trip");
        Delays plain = delays_of_plain_ping_pong();
        for (auto& [length, comparison] : comparisons) {
            comparison.one_way_s.push_back(one_way[length]);
            comparison.round_trip_s.push_back(round_trip[length]);
            comparison.plain_s.push_back(plain[length]);
        }
    }
    for (const auto& [length, comparison] : comparisons) {
        fmt::print("{:8} bytes: one way {}, round trip {}, plain {}, ratio {:.3f}\n", length,
                   span_of(comparison.one_way_s), span_of(comparison.round_trip_s),
                   span_of(comparison.plain_s), comparison.ratio());
        EXPECT_TRUE(comparison.agrees(length)) << length << " bytes";
    }
}

class SamplesOfACell : public ::testing::TestWithParam<std::string> {};

// The older toolkit's minimum lay below a quarter of the median in half of the cells.
TEST_P(SamplesOfACell, AreNeverNegativeAndHardlyEverFarBelowTheMedian) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "two ranks need a core each";
    const TemporaryFolder folder;
    Job job = bound_job();
    job.words = {"--timing", GetParam(), "-f", folder / "run"};
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
