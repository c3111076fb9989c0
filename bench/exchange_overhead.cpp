// SPDX-License-Identifier: Apache-2.0
// What the engine costs: the time per sample of one pair, as the tester takes it, against the bare exchange
// that it performs: the same messages, the same two clock readings and the same store, and nothing else. Two
// ranks.
#include "base/errors.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/rank_locations.hpp"
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/modes/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

using namespace fabricmap;
using namespace fabricmap::network_test;

namespace {

constexpr std::int64_t samples_per_visit = 100;
constexpr int visits_per_block = 100;
constexpr int blocks = 21;

/// The messages of OneWay, without an engine around them.
void bare_exchange(const Stage& stage, std::vector<Interval>& kept) {
    const int peer = 1 - stage.rank;
    for (const bool payload : {false, true}) {
        for (Interval& interval : kept) {
            if (stage.rank == 0) {
                interval.start = stage.clock.now();
                payload ? send_payload(stage, peer) : send_empty(stage, peer);
                receive_empty(stage, peer);
                interval.end = stage.clock.now();
            } else {
                payload ? receive_payload(stage, peer) : receive_empty(stage, peer);
                send_empty(stage, peer);
            }
        }
    }
}

/// Nanoseconds per sample of a block of visits.
template <typename Visit>
double time_block(const Stage& stage, const Visit& visit) {
    MPI_Barrier(stage.comm);
    const Nanoseconds start = stage.clock.now();
    for (int repeat = 0; repeat < visits_per_block; ++repeat) visit();
    return static_cast<double>(stage.clock.now() - start) / (visits_per_block * samples_per_visit);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void compare(const Stage& stage) {
    const SamplingRule rule{.most = samples_per_visit, .fixed = true, .warm_up = 0};
    const auto exchange = mode_entry(Mode::one_to_one).make_pair({});
    PairMeasurement measurement(*exchange, rule, false);
    std::vector<Interval> kept(samples_per_visit);
    std::vector<double> bare;
    std::vector<double> tester;
    std::vector<double> ratios;
    for (int block = 0; block < blocks; ++block) {
        bare.push_back(time_block(stage, [&] { bare_exchange(stage, kept); }));
        tester.push_back(time_block(stage, [&] {
            const RankPair pair{RankIndex{0}, RankIndex{1}};
            if (stage.rank == 0) {
                [[maybe_unused]] const CellStatistics cell = measurement.lead(stage, pair);
            } else {
                measurement.follow(stage, pair);
            }
        }));
        ratios.push_back(tester.back() / bare.back());
    }
    if (stage.rank != 0) return;
    fmt::print("{:>8} bytes: bare {:8.1f} ns, tester {:8.1f} ns a sample, ratio {:.3f}\n",
               stage.payload.length_bytes(), median(bare), median(tester), median(ratios));
}

}  // namespace

int main(int argument_count, char** arguments) {
    const Session session(argument_count, arguments);
    if (session.size() != 2) {
        if (session.is_first()) fmt::print(stderr, "start this benchmark with two ranks: mpirun -np 2\n");
        return static_cast<int>(ExitCode::usage);
    }
    const PerRank<RankLocation> places(gather_placement(false));
    const std::vector<int> endpoints{0, 1};
    const Clock clock(false);
    Watchdog watchdog({std::chrono::seconds(30), false, session.rank()});
    constexpr std::int64_t longest = 65536;
    const MessageBuffer out(longest);
    const MessageBuffer in(longest);
    for (const std::int64_t length : {std::int64_t{0}, std::int64_t{8}, std::int64_t{1024}, longest}) {
        const Payload payload(length);
        compare({MPI_COMM_WORLD, RankIndex{session.rank()}, session.size(), places, endpoints, clock,
                 watchdog, payload, out, in, MPI_WIN_NULL, ClockOffset{}});
    }
    return static_cast<int>(ExitCode::success);
}
