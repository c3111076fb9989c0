// SPDX-License-Identifier: Apache-2.0
// How well ranks begin together whose clocks are an hour apart and drift by up to 50 ppm, by the scheme that
// compares them, and how long comparing takes. Usage: mpirun -np 4 bench_clock_schemes [TRIES]
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "collective_test/start/series.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/page_buffer.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace fabricmap;
using namespace fabricmap::collective_test;

namespace {

constexpr Nanoseconds hour_ns = 3'600'000'000'000;
constexpr double max_drift = 50e-6;
constexpr int default_tries = 20;
constexpr int runs = 16;
constexpr double us_per_ns = 1e-3;

ClockOffset planted_offset(int rank, int attempt) {
    std::uint64_t state = mix(static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(attempt));
    const auto share = [&] { return static_cast<double>(draw_below(state, 2'000'001)) / 1e6 - 1; };
    return {Clock(false).now(), rank * hour_ns + std::llround(share() * 1e9), share() * max_drift};
}

struct Tried {
    double off_us = 0;    ///< what wait_up read, less what it had to
    double bound_us = 0;  ///< what was stated
    double took_s = 0;    ///< to compare the clocks
};

Tried try_scheme(ClockSync sync, int attempt, const Session& session) {
    const Clock clock(planted_offset(session.rank(), attempt));
    std::vector<int> own_clocks(static_cast<std::size_t>(session.size()));
    for (std::size_t rank = 0; rank < own_clocks.size(); ++rank) own_clocks[rank] = static_cast<int>(rank);
    CommonClock::Settings settings;
    settings.sync = sync;
    MPI_Barrier(MPI_COMM_WORLD);
    const Nanoseconds begin = clock.now();
    CommonClock common(MPI_COMM_WORLD, clock, own_clocks, settings);
    Tried tried;
    tried.took_s =
        static_cast<double>(clock.now() - begin - settings.between_readings) / nanoseconds_per_second;
    const auto call = find_operation("wait_up")->make({MPI_COMM_WORLD, 0, 0, &clock});
    const SeriesSubject subject{*call, MPI_COMM_WORLD, 0, false, nullptr, [](int) { return Buffers(); }};
    Series series({CollectiveStart::slots, CollectiveTiming::global, PreciseWait::spin}, clock, common,
                  [](std::uint64_t) {});
    std::vector<double> ends;
    for (const RunStamps& run : series.take(subject, runs, series.find_slot(subject)))
        ends.push_back(static_cast<double>(run.left) * us_per_ns);
    MPI_Allreduce(MPI_IN_PLACE, ends.data(), runs, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    tried.off_us = median_of(ends) - session.size();
    tried.bound_us = common.error_bound_s() * 1e6;
    MPI_Allreduce(MPI_IN_PLACE, &tried.took_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return tried;
}

}  // namespace

int main(int argument_count, char** arguments) {
    const Session session(argument_count, arguments);
    const int tries =
        argument_count > 1 ? read_number<int>(arguments[1]).value_or(default_tries) : default_tries;
    if (session.is_first()) {
        fmt::print("{:<8} {:>6} {:>14} {:>14} {:>14} {:>10} {:>8}\n", "scheme", "ranks", "off, us",
                   "worst, us", "bound, us", "within", "took, s");
    }
    for (const ClockSync sync : all_clock_syncs) {
        std::vector<double> offs;
        std::vector<double> bounds;
        std::vector<double> took;
        int within = 0;
        for (int attempt = 0; attempt < tries; ++attempt) {
            const Tried tried = try_scheme(sync, attempt, session);
            offs.push_back(std::abs(tried.off_us));
            bounds.push_back(tried.bound_us);
            took.push_back(tried.took_s);
            // Reading the clock takes some of what is off.
            constexpr double reading_us = 0.3;
            within += std::abs(tried.off_us) <= tried.bound_us + reading_us ? 1 : 0;
        }
        if (!session.is_first()) continue;
        fmt::print("{:<8} {:>6} {:>14.2f} {:>14.2f} {:>14.2f} {:>7}/{:<2} {:>8.4f}\n", name_of(sync),
                   session.size(), median_of(std::vector(offs)), *std::max_element(offs.begin(), offs.end()),
                   median_of(std::vector(bounds)), within, tries, median_of(std::vector(took)));
    }
}
