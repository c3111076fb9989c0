// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/cell_state.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::collective_test {
namespace {

// Late is what does not count, if others do; see CellTimes.
constexpr double always_punctual_s = 1e-6;
constexpr double punctual_fraction = 0.05;
constexpr double max_fraction_late = 0.25;
// A rank that sleeps until its slot begins needs some time to come back.
constexpr double min_slot_ns = 20'000;
// Where a slot is much longer than a run, it is not what makes the next begin late.
constexpr double ample_slot_ns = 100'000;
constexpr double ample_slot_in_medians = 4;

/// The fraction of the values that are above the limit.
double fraction_above(const std::vector<double>& values, double limit) {
    const auto above =
        std::count_if(values.begin(), values.end(), [&](double value) { return value > limit; });
    return static_cast<double>(above) / static_cast<double>(values.size());
}

}  // namespace

Nanoseconds next_slot(const CollectiveVisit& visit, CollectiveTiming timing) {
    if (!(visit.slot_s > 0)) return 0;
    const double slot_ns = visit.slot_s * nanoseconds_per_second;
    // Not from the start that was agreed on, which is long ago where runs queue up.
    const double in_call_s = median_of(std::vector(visit.longest));
    const double ample_ns = ample_slot_ns + ample_slot_in_medians * in_call_s * nanoseconds_per_second;
    const double median_s = median_of(std::vector(counted_times(visit, timing)));
    const double max_lateness_s = std::max(always_punctual_s, punctual_fraction * median_s);
    const bool is_short = fraction_above(visit.lateness, max_lateness_s) > max_fraction_late ||
                          fraction_above(visit.completion, visit.slot_s) > max_fraction_late;
    const double next_ns = is_short && slot_ns < ample_ns ? std::min(2 * slot_ns, ample_ns) : 0.9 * slot_ns;
    return std::llround(std::max(next_ns, min_slot_ns));
}

void CellState::add(const CollectiveVisit& visit, CollectiveTiming timing) {
    CollectiveVisit slim;
    (timing == CollectiveTiming::longest ? slim.longest : slim.completion) = counted_times(visit, timing);
    slim.lateness = visit.lateness;
    visits_.push_back(std::move(slim));
    std::vector<const CollectiveVisit*> visits;
    visits.reserve(visits_.size());
    for (const CollectiveVisit& each : visits_) visits.push_back(&each);
    times_ = cell_times(visits, timing);
    slot_ = next_slot(visit, timing);
    clock_error_s_ = std::max(clock_error_s_, visit.clock_error_s);
}

}  // namespace fabricmap::collective_test
