// SPDX-License-Identifier: Apache-2.0
// What a broadcast of 1 KiB takes by three rules, in one run, where ranks share cores: slots in which ranks
// spin until they begin and of which only the punctual ones count (as MPIPerf has it), slots before which
// they sleep, and back to back. Usage: mpirun -np 4 bench_collective_rules
#include "collective_test/start/series.hpp"
#include "collective_test/visits/cell_state.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/page_buffer.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

using namespace fabricmap;
using namespace fabricmap::collective_test;

namespace {

constexpr int runs_of_series = 26;
constexpr int series_of_rule = 12;
constexpr std::int64_t length_bytes = 1024;
constexpr double us_per_ns = 1e-3;
constexpr double punctual_ns = 50'000;

/// Of all ranks, the latest end and start of each run.
struct LatestOfRuns {
    std::vector<double> ends_ns;
    std::vector<double> starts_ns;
};

LatestOfRuns latest_of(const std::vector<RunStamps>& runs) {
    LatestOfRuns latest;
    for (const RunStamps& run : runs) {
        latest.ends_ns.push_back(static_cast<double>(run.left));
        latest.starts_ns.push_back(static_cast<double>(run.entered));
    }
    for (std::vector<double>* const row : {&latest.ends_ns, &latest.starts_ns})
        MPI_Allreduce(MPI_IN_PLACE, row->data(), static_cast<int>(row->size()), MPI_DOUBLE, MPI_MAX,
                      MPI_COMM_WORLD);
    return latest;
}

/// What a rule has read, and in how many runs it was punctual.
struct Reading {
    std::vector<double> times_ns;
    double runs = 0;
    double punctual = 0;  ///< began within 50 us
    double kept = 0;      ///< by the rule

    [[nodiscard]] double median_us() const {
        return times_ns.empty() ? std::nan("") : median_of(std::vector(times_ns)) * us_per_ns;
    }
};

/// Runs that began before their slot was a tenth over and ended within it count; the slot doubles where fewer
/// than three quarters did.
void read_by_published_rule(Series& series, const SeriesSubject& subject, Reading& reading) {
    Nanoseconds slot = series.find_slot(subject);
    for (int k = 0; k < series_of_rule; ++k) {
        const LatestOfRuns latest = latest_of(series.take(subject, runs_of_series, slot).stamps);
        int valid = 0;
        for (std::size_t run = 0; run < latest.ends_ns.size(); ++run) {
            const auto slot_ns = static_cast<double>(slot);
            reading.runs += 1;
            reading.punctual += latest.starts_ns[run] <= punctual_ns ? 1 : 0;
            if (latest.starts_ns[run] > slot_ns / 10 || latest.ends_ns[run] > slot_ns) continue;
            ++valid;
            reading.times_ns.push_back(latest.ends_ns[run]);
        }
        reading.kept += valid;
        if (4 * valid < 3 * runs_of_series) slot *= 2;
    }
}

void read_by_sleeping(Series& series, const SeriesSubject& subject, Reading& reading) {
    Nanoseconds slot = series.find_slot(subject);
    for (int k = 0; k < series_of_rule; ++k) {
        const LatestOfRuns latest = latest_of(series.take(subject, runs_of_series, slot).stamps);
        CollectiveVisit visit;
        visit.slot_s = static_cast<double>(slot) / nanoseconds_per_second;
        for (std::size_t run = 0; run < latest.ends_ns.size(); ++run) {
            visit.completion.push_back(latest.ends_ns[run] / nanoseconds_per_second);
            visit.longest.push_back((latest.ends_ns[run] - std::max(latest.starts_ns[run], 0.0)) /
                                    nanoseconds_per_second);
            visit.lateness.push_back(latest.starts_ns[run] / nanoseconds_per_second);
            reading.punctual += latest.starts_ns[run] <= punctual_ns ? 1 : 0;
        }
        reading.runs += static_cast<int>(latest.ends_ns.size());
        reading.kept += static_cast<int>(latest.ends_ns.size());
        reading.times_ns.insert(reading.times_ns.end(), latest.ends_ns.begin(), latest.ends_ns.end());
        slot = next_slot(visit, CollectiveTiming::global);
    }
}

void read_back_to_back(const Clock& clock, const SeriesSubject& subject, Reading& reading) {
    for (int k = 0; k < series_of_rule; ++k) {
        MPI_Barrier(subject.comm);
        const Nanoseconds begin = clock.now();
        for (int run = 0; run < runs_of_series; ++run) subject.call.run(subject.buffers(run));
        reading.times_ns.push_back(static_cast<double>(clock.now() - begin) / runs_of_series);
    }
    double longest = reading.median_us() / us_per_ns;
    MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    reading.times_ns = {longest};
}

void print(const char* rule, const Reading& reading, const Reading& reference) {
    fmt::print("{:<24} {:>12.1f} {:>10.2f}", rule, reading.median_us(),
               reading.median_us() / reference.median_us());
    if (reading.runs > 0)
        fmt::print(" {:>11.0f} % {:>9.0f} %", 100 * reading.punctual / reading.runs,
                   100 * reading.kept / reading.runs);
    fmt::print("\n");
}

}  // namespace

int main(int argument_count, char** arguments) {
    const Session session(argument_count, arguments);
    const Clock clock(false);
    const std::vector<int> one_clock(static_cast<std::size_t>(session.size()), 0);
    CommonClock common(MPI_COMM_WORLD, clock, one_clock);
    const PageBuffer out(length_bytes);
    const PageBuffer in(length_bytes);
    const auto call = find_operation("bcast")->make({MPI_COMM_WORLD, 0, length_bytes, &clock});
    const SeriesSubject subject{*call, MPI_COMM_WORLD, 0,
                                false, nullptr,        [&](int) { return Buffers{out.data(), in.data()}; }};
    const auto ignore = [](std::uint64_t) {};
    Series spinning({CollectiveStart::slots, CollectiveTiming::global, PreciseWait::spin}, clock, common,
                    ignore);
    Series sleeping({CollectiveStart::slots, CollectiveTiming::global, PreciseWait::sleep_then_spin}, clock,
                    common, ignore);
    Reading published;
    Reading ours;
    Reading back_to_back;
    read_back_to_back(clock, subject, back_to_back);
    read_by_sleeping(sleeping, subject, ours);
    read_by_published_rule(spinning, subject, published);
    if (!session.is_first()) return 0;
    fmt::print("bcast of 1 KiB on {} ranks\n{:<24} {:>12} {:>10} {:>13} {:>11}\n", session.size(), "",
               "median, us", "ratio", "within 50 us", "kept");
    print("back to back", back_to_back, back_to_back);
    print("sleep, spin", ours, back_to_back);
    print("spin, punctual ones", published, back_to_back);
    fmt::print(
        "spinning reads {:.0f} times what sleeping does; sleeping starts {:.1f} times as many in time as "
        "spinning keeps\n",
        published.median_us() / ours.median_us(),
        (ours.punctual / ours.runs) / (published.kept / published.runs));
}
