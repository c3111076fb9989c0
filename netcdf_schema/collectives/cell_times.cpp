// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/cell_times.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap {
namespace {

constexpr double max_lateness_s = 1e-6;
constexpr double max_fraction_late = 0.05;

struct TimedRun {
    double time = 0;
    double lateness = 0;
};

std::vector<TimedRun> runs_of(const CollectiveVisit& visit, CollectiveTiming timing) {
    const std::vector<double>& times = counted_times(visit, timing);
    std::vector<TimedRun> runs;
    for (std::size_t run = 0; run < times.size(); ++run) {
        if (std::isnan(times[run])) continue;
        runs.push_back({times[run], run < visit.lateness.size() ? visit.lateness[run] : 0});
    }
    return runs;
}

double median_lateness(const std::vector<std::vector<TimedRun>>& visits) {
    std::vector<double> late;
    for (const auto& runs : visits) {
        for (const TimedRun& run : runs) {
            if (!std::isnan(run.lateness)) late.push_back(run.lateness);
        }
    }
    return late.empty() ? 0 : median_of(late);
}

}  // namespace

CellTimes cell_times(std::span<const CollectiveVisit* const> visits, CollectiveTiming timing) {
    CellTimes cell;
    std::vector<std::vector<TimedRun>> made;
    std::vector<double> all;
    for (const CollectiveVisit* visit : visits) {
        made.push_back(runs_of(*visit, timing));
        for (const TimedRun& run : made.back()) all.push_back(run.time);
    }
    cell.runs = all.size();
    if (all.empty()) return cell;
    cell.lateness = median_lateness(made);

    const double max_late = std::max(max_lateness_s, max_fraction_late * median_of(all));
    // Without a common start lateness is NaN, and nothing is late.
    const auto is_punctual = [&](const TimedRun& run) { return !(run.lateness > max_late); };
    for (const auto& runs : made)
        cell.punctual += static_cast<std::size_t>(std::count_if(runs.begin(), runs.end(), is_punctual));
    cell.all_count = 2 * cell.punctual < cell.runs;
    for (const auto& runs : made) {
        std::vector<double> counted;
        for (const TimedRun& run : runs) {
            if (cell.all_count || is_punctual(run)) counted.push_back(run.time);
        }
        cell.counted.insert(cell.counted.end(), counted.begin(), counted.end());
        if (!counted.empty()) cell.visit_medians.push_back(median_of(counted));
    }
    return cell;
}

double time_of_wait_s(std::string_view operation, int ranks) noexcept {
    constexpr double microsecond_s = 1e-6;
    return operation == "wait_null" ? 0 : ranks * microsecond_s;
}

bool is_mostly_start_error(double value_s, const CellTimes& times, double start_error_s) noexcept {
    // The value holds the error: it is the larger part of it where it is more than half.
    return std::max(start_error_s, times.all_count ? times.lateness : 0) > value_s / 2;
}

}  // namespace fabricmap
