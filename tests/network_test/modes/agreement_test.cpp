// SPDX-License-Identifier: Apache-2.0
// What is measured must be what others measure. All of them measure in turn within one job, again and again,
// so that they meet the machine at the same speeds, whoever else uses it.
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/modes/table.hpp"
#include "tests/network_test/engine/small_stage.hpp"
#include "tests/votes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace fabricmap::network_test {
namespace {

constexpr int rounds = 15;
constexpr int samples = 40;
// Half of a round trip is what a plain ping-pong measures as well.
constexpr double round_trip_tolerance = 0.15;
// One way is not: in a ping-pong a rank waits for the answer only once its own send has returned, and two
// buffers share a cache.
constexpr double one_way_tolerance_from_64_kb = 0.25;
constexpr double one_way_tolerance_below = 0.35;
constexpr double clock_s = 10e-9;

/// By each of the three; on rank 0.
struct Delays {
    double one_way_s = 0;
    double round_trip_s = 0;
    double plain_s = 0;
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double measured_s(const Stage& stage, Timing timing) {
    const auto exchange = mode_entry(Mode::one_to_one).make_pair({.timing = timing});
    PairMeasurement measurement(*exchange, {.most = samples, .fixed = true, .warm_up = 2}, false);
    const RankPair pair{RankIndex{0}, RankIndex{1}};
    if (stage.rank == measurement.leader_of(pair)) return measurement.lead(stage, pair).median;
    measurement.follow(stage, pair);
    return 0;
}

/// As anyone would write it.
double plain_ping_pong_s(const Stage& stage) {
    const auto length = static_cast<int>(stage.payload.length_bytes());
    const int peer = 1 - stage.rank;
    std::vector<double> times;
    for (int repeat = -2; repeat < samples; ++repeat) {
        const double start = MPI_Wtime();
        if (stage.rank == 0) MPI_Send(stage.out.data(), length, MPI_BYTE, peer, 0, stage.comm);
        MPI_Recv(stage.in.data(), length, MPI_BYTE, peer, 0, stage.comm, MPI_STATUS_IGNORE);
        if (stage.rank == 1) MPI_Send(stage.out.data(), length, MPI_BYTE, peer, 0, stage.comm);
        if (repeat >= 0) times.push_back(MPI_Wtime() - start);
    }
    return median(times) / 2;
}

Delays medians_of_rounds(const Stage& stage) {
    std::vector<double> one_way_s;
    std::vector<double> round_trip_s;
    std::vector<double> plain_s;
    for (int round = 0; round < rounds; ++round) {
        one_way_s.push_back(measured_s(stage, Timing::one_way));
        round_trip_s.push_back(measured_s(stage, Timing::round_trip));
        plain_s.push_back(plain_ping_pong_s(stage));
    }
    return {median(one_way_s), median(round_trip_s), median(plain_s)};
}

bool agrees(double delay_s, double plain_s, double tolerance) {
    return std::abs(delay_s - plain_s) <= tolerance * plain_s + clock_s;
}

/// Which lengths disagree, on all ranks.
std::string disagreement() {
    std::string wrong;
    for (const std::int64_t length : {8, 100, 1000, 3000, 5000, 8000, 16'384, 65'536, 262'144, 1'048'576}) {
        SmallStage small(length);
        const Delays delays = medians_of_rounds(small.get());
        if (own_rank() != 0) continue;
        const std::string line =
            fmt::format("{:8} bytes: one way {:.3f}, round trip {:.3f}, plain {:.3f} us\n", length,
                        1e6 * delays.one_way_s, 1e6 * delays.round_trip_s, 1e6 * delays.plain_s);
        fmt::print("{}", line);
        const double tolerance = length >= 65'536 ? one_way_tolerance_from_64_kb : one_way_tolerance_below;
        if (!agrees(delays.round_trip_s, delays.plain_s, round_trip_tolerance) ||
            !agrees(delays.one_way_s, delays.plain_s, tolerance))
            wrong += line;
    }
    return gather_texts(wrong).front();
}

TEST(Agreement, OfOneWayRoundTripAndAPlainPingPong) {
    constexpr fabricmap::testing::Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
    fabricmap::testing::expect_votes<votes>(disagreement);
}

}  // namespace
}  // namespace fabricmap::network_test
