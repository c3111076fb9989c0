// SPDX-License-Identifier: Apache-2.0
// How far the common time of ranks is off whose clocks are an hour apart and drift by up to 50 ppm, by the
// scheme that compares them, and how long comparing takes. The truth is what was planted: all ranks read one
// machine's clock. Beside it waits of 1 to p us, started by that time: the longest has to read p us.
// Usage: mpirun -np 4 bench_clock_schemes [TRIES]
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "collective_test/start/series.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/page_buffer.hpp"
#include "statistics/robust.hpp"
#include "tests/measuring/clock/planted_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

using namespace fabricmap;
using namespace fabricmap::collective_test;

namespace {

constexpr Nanoseconds hour_ns = 3'600'000'000'000;
constexpr double max_drift = 50e-6;
constexpr int default_tries = 20;
constexpr int runs = 16;
constexpr double us_per_ns = 1e-3;

PlantedClocks planted_clocks(int rank, int attempt) {
    std::uint64_t state = mix(static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(attempt));
    const auto share = [&] { return static_cast<double>(draw_below(state, 2'000'001)) / 1e6 - 1; };
    const Nanoseconds offset = rank * hour_ns + std::llround(share() * nanoseconds_per_second);
    return {offset, share() * max_drift};
}

struct Tried {
    double off_us = 0;       ///< the common time of the rank where it is most, by what was planted
    double bound_us = 0;     ///< what was stated
    double wait_off_us = 0;  ///< what wait_up read, less what it had to
    double took_s = 0;       ///< to compare the clocks
};

double largest_on_any_rank(double value) {
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return value;
}

/// The median of the longest waits of runs.
double read_waits_us(const Clock& clock, CommonClock& common, int ranks) {
    const bool share_cores = ranks > static_cast<int>(std::thread::hardware_concurrency());
    const auto call = find_operation("wait_up")->make({MPI_COMM_WORLD, 0, 0, &clock});
    const SeriesSubject subject{*call, MPI_COMM_WORLD, 0, false, nullptr, [](int) { return Buffers(); }};
    Series series({CollectiveStart::slots, CollectiveTiming::longest,
                   share_cores ? PreciseWait::sleep_then_spin : PreciseWait::spin},
                  clock, common, [](std::uint64_t) {});
    std::vector<double> longest;
    Nanoseconds slot = series.find_slot(subject);
    for (const RunStamps& run : series.take(subject, runs, slot).stamps)
        longest.push_back(static_cast<double>(run.left - run.entered) * us_per_ns);
    MPI_Allreduce(MPI_IN_PLACE, longest.data(), static_cast<int>(longest.size()), MPI_DOUBLE, MPI_MAX,
                  MPI_COMM_WORLD);
    return median_of(longest);
}

Tried try_scheme(ClockSync sync, int attempt, const Session& session) {
    const PlantedClocks planted = planted_clocks(session.rank(), attempt);
    const Clock& clock = planted.clock();
    CommonClock::Settings settings;
    settings.sync = sync;
    MPI_Barrier(MPI_COMM_WORLD);
    const Nanoseconds begin = clock.now();
    CommonClock common(MPI_COMM_WORLD, clock, separate_clocks(), settings);
    const Nanoseconds compared = clock.now();
    Tried tried;
    tried.took_s = largest_on_any_rank(static_cast<double>(compared - begin - settings.between_readings) /
                                       nanoseconds_per_second);
    tried.bound_us = common.error_bound_s() * 1e6;
    tried.off_us = largest_on_any_rank(
        static_cast<double>(std::abs(common.offset().common(compared) - planted.truth_at(compared))) *
        us_per_ns);
    tried.wait_off_us = read_waits_us(clock, common, session.size()) - session.size();
    return tried;
}

/// What the tries of a scheme came to.
struct Tally {
    std::vector<double> offs_us;
    std::vector<double> bounds_us;
    std::vector<double> wait_offs_us;
    std::vector<double> took_s;
    int within = 0;

    void add(const Tried& tried) {
        offs_us.push_back(tried.off_us);
        bounds_us.push_back(tried.bound_us);
        wait_offs_us.push_back(std::abs(tried.wait_off_us));
        took_s.push_back(tried.took_s);
        within += tried.off_us <= tried.bound_us && std::abs(tried.wait_off_us) <= tried.bound_us ? 1 : 0;
    }
};

double worst_of(const std::vector<double>& values) {
    return *std::max_element(values.begin(), values.end());
}

}  // namespace

int main(int argument_count, char** arguments) {
    const Session session(argument_count, arguments);
    const int tries =
        argument_count > 1 ? read_number<int>(arguments[1]).value_or(default_tries) : default_tries;
    if (session.is_first()) {
        fmt::print("{:<8} {:>6} {:>10} {:>10} {:>10} {:>10} {:>12} {:>12} {:>12}\n", "scheme", "ranks",
                   "off, us", "worst, us", "bound, us", "within", "wait off, us", "worst, us",
                   "compared, ms");
    }
    for (const ClockSync sync : all_clock_syncs) {
        Tally tally;
        for (int attempt = 0; attempt < tries; ++attempt) tally.add(try_scheme(sync, attempt, session));
        if (!session.is_first()) continue;
        fmt::print("{:<8} {:>6} {:>10.2f} {:>10.2f} {:>10.2f} {:>7}/{:<2} {:>12.2f} {:>12.2f} {:>12.2f}\n",
                   name_of(sync), session.size(), median_of(std::vector(tally.offs_us)),
                   worst_of(tally.offs_us), median_of(std::vector(tally.bounds_us)), tally.within, tries,
                   median_of(std::vector(tally.wait_offs_us)), worst_of(tally.wait_offs_us),
                   1e3 * median_of(std::vector(tally.took_s)));
    }
}
