// SPDX-License-Identifier: Apache-2.0
// What is measured must be what others measure. The bounds are ratios within one try, and a length may take a
// few tries: the machine does other things too.
#include "job.hpp"
#include "measured.hpp"
#include "tests/netcdf_schema/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>
#include <thread>

namespace fabricmap::testing {
namespace {

constexpr int tries = 20;
constexpr double largest_ratio_from_5_kb = 1.10;
constexpr double largest_ratio_below = 1.25;
const std::vector<std::int64_t> lengths{8, 100, 1000, 3000, 5000, 8000, 16'384, 65'536, 262'144, 1'048'576};

using Delays = std::map<std::int64_t, double>;

Job bound_job() {
    return {.mpirun_options = {"--bind-to", "core"}};
}

Delays delays_of_tester(const std::string& timing) {
    const TemporaryFolder folder;
    std::string list;
    for (const std::int64_t length : lengths) list += fmt::format("{}{}", list.empty() ? "" : ",", length);
    Job job = bound_job();
    job.words = {"--timing", timing, "--lengths", list, "-n", "400", "--fixed", "-f", folder / "run"};
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const fabricmap::Run result = open_run(folder / "run");
    Delays delays;
    for (const std::int64_t length : lengths) {
        delays[length] = plane_at(result, Statistic::median, length)(0, 1);
    }
    return delays;
}

Delays delays_of_plain_ping_pong() {
    Job job = bound_job();
    job.program = PLAIN_PING_PONG;
    for (const std::int64_t length : lengths) job.words.push_back(std::to_string(length));
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    Delays delays;
    std::int64_t length = 0;
    double delay_s = 0;
    while (lines >> length >> delay_s) delays[length] = delay_s;
    return delays;
}

/// Delays of one length by the three ways of measuring.
struct Measured {
    double one_way_s = 1e9;
    double round_trip_s = 1e9;
    double plain_s = 1e9;

    [[nodiscard]] double ratio() const {
        const auto [least, most] = std::minmax({one_way_s, round_trip_s, plain_s});
        return most / least;
    }
};

Measured faster_of(const Measured& one, const Measured& other) {
    return {std::min(one.one_way_s, other.one_way_s), std::min(one.round_trip_s, other.round_trip_s),
            std::min(one.plain_s, other.plain_s)};
}

/// What the tries have come to for one length. The machine's speed changes from job to job: the three agree
/// when they do within one try, or when each has met the machine at its best.
struct Comparison {
    Measured fastest;
    double ratio = std::numeric_limits<double>::infinity();

    void add(const Measured& measured) {
        fastest = faster_of(fastest, measured);
        ratio = std::min({ratio, measured.ratio(), fastest.ratio()});
    }
    [[nodiscard]] bool agrees(std::int64_t length) const {
        return ratio <= (length >= 5000 ? largest_ratio_from_5_kb : largest_ratio_below);
    }
};

TEST(Agreement, OneWayRoundTripAndAPlainPingPongAgree) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "two ranks need a core each";
    std::map<std::int64_t, Comparison> comparisons;
    for (const std::int64_t length : lengths) comparisons[length];
    const auto agrees = [](const auto& entry) { return entry.second.agrees(entry.first); };
    for (int attempt = 0; attempt < tries && !std::ranges::all_of(comparisons, agrees); ++attempt) {
        Delays one_way = delays_of_tester("one_way");
        Delays round_trip = delays_of_tester("round_trip");
        Delays plain = delays_of_plain_ping_pong();
        for (auto& [length, comparison] : comparisons) {
            comparison.add({one_way[length], round_trip[length], plain[length]});
        }
    }
    for (const auto& [length, comparison] : comparisons) {
        const Measured& fastest = comparison.fastest;
        std::printf("%8ld bytes: one way %.3g us, round trip %.3g us, plain %.3g us, ratio %.3f\n",
                    static_cast<long>(length), fastest.one_way_s * 1e6, fastest.round_trip_s * 1e6,
                    fastest.plain_s * 1e6, comparison.ratio);
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
