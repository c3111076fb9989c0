// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/timed_steps.hpp"

#include "measuring/clock/common_clock.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/rank_locations.hpp"
#include "measuring/watch/watchdog.hpp"
#include "placement/replay/step.hpp"

#include <algorithm>
#include <numeric>

namespace fabricmap::placement {
namespace {

constexpr Nanoseconds between_clock_readings = 200'000'000;
constexpr int agreements = 5;
constexpr Nanoseconds min_ahead = 100'000;

/// How far ahead a start must be for all ranks to know of it before it comes: twice the longest that one of a
/// few agreements took.
Nanoseconds time_to_agree(const CommonClock& common, const Clock& clock, MPI_Comm comm) {
    Nanoseconds longest = 0;
    for (int agreement = 0; agreement < agreements; ++agreement) {
        const Nanoseconds begin = clock.now();
        (void)common.agree_on_deadline(0);
        longest = std::max(longest, clock.now() - begin);
    }
    MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_INT64_T, MPI_MAX, comm);
    return min_ahead + 2 * longest;
}

CommonClock synchronised(const Clock& clock, MPI_Comm comm) {
    const WaitScope waiting("synchronising clocks");
    const std::vector<RankLocation> locations = gather_placement(clock.simulated());
    std::vector<int> ranks(locations.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    CommonClock::Settings settings;
    settings.between_readings = between_clock_readings;
    return {comm, clock, clocks_of(clock, locations, ranks), settings};
}

}  // namespace

std::vector<std::vector<double>> times_of_steps(const std::vector<Pattern>& patterns, int rank, int steps) {
    const Communicator comm(MPI_COMM_WORLD);
    const Clock clock(is_simulated());
    CommonClock common = synchronised(clock, comm.get());
    std::vector<Step> step_of;
    step_of.reserve(patterns.size());
    const WaitScope waiting("connecting");
    for (const Pattern& pattern : patterns) {
        step_of.emplace_back(pattern, rank);
        step_of.back().run(comm.get());
    }
    const Nanoseconds ahead = time_to_agree(common, clock, comm.get());
    std::vector<std::vector<double>> times(patterns.size());
    for (int number = 0; number < steps; ++number) {
        const WaitScope sending("sending the pattern");
        for (std::size_t turn = 0; turn < patterns.size(); ++turn) {
            const std::size_t which = (turn + static_cast<std::size_t>(number)) % patterns.size();
            const Nanoseconds start = common.agree_on_deadline(ahead);
            common.wait_until(start, PreciseWait::sleep_then_spin);
            step_of[which].run(comm.get());
            const Nanoseconds end = common.offset().common(clock.now());
            times[which].push_back(static_cast<double>(end - start) / nanoseconds_per_second);
        }
    }
    for (std::vector<double>& of_pattern : times)
        MPI_Allreduce(MPI_IN_PLACE, of_pattern.data(), steps, MPI_DOUBLE, MPI_MAX, comm.get());
    return times;
}

}  // namespace fabricmap::placement
