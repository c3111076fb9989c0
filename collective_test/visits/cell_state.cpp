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
constexpr double fraction_on_time = 0.875;
// So much longer than what most runs took, so that what is left of a longer one is soon made up.
constexpr double slot_in_runs = 1.3;
// In shorter ones what surrounds a run makes the next begin late.
constexpr double min_slot_ns = 10'000;
// Where a slot is much longer than a run, it is not what makes the next begin late.
constexpr double ample_slot_ns = 100'000;
constexpr double ample_slot_in_medians = 4;

/// The fraction of the values that are above the limit.
double fraction_above(const std::vector<double>& values, double limit) {
    const auto above =
        std::count_if(values.begin(), values.end(), [&](double value) { return value > limit; });
    return static_cast<double>(above) / static_cast<double>(values.size());
}

/// What seven of eight runs took, and a third more, but no more than twice what a quarter took: the others
/// may be of a moment in which others had the core. ns.
double slot_of_runs(std::vector<double> longest) {
    std::sort(longest.begin(), longest.end());
    const auto at = [&](double fraction) {
        return longest[static_cast<std::size_t>(fraction * static_cast<double>(longest.size() - 1))];
    };
    return std::min(slot_in_runs * at(fraction_on_time), 2 * at(0.25)) * nanoseconds_per_second;
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
    const double late = fraction_above(visit.lateness, max_lateness_s);
    double next_ns = slot_of_runs(visit.longest);
    if (late > max_fraction_late && slot_ns < ample_ns) {
        next_ns = std::min(2 * slot_ns, ample_ns);
    } else if (late > 1 - fraction_on_time) {
        next_ns = std::max(next_ns, 0.9 * slot_ns);
    }
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
