// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/time_step.hpp"

#include "base/mixing.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr std::uint64_t enough_pairs = 4096;

/// Of the shortest length some delays of paths that are judged, ascending.
std::vector<double> short_delays(const DelayStack& stack, const Machine& machine) {
    const auto ranks = static_cast<std::uint64_t>(machine.rank_count());
    std::vector<Cell> cells;
    visit_drawn(
        ranks * ranks, std::max<std::uint64_t>(1, ranks * ranks / enough_pairs), [&](std::uint64_t pair) {
            const Cell cell{static_cast<std::int32_t>(pair / ranks), static_cast<std::int32_t>(pair % ranks)};
            if (machine.are_judged(RankIndex(cell.sender), RankIndex(cell.receiver))) cells.push_back(cell);
        });
    std::vector<double> delays = stack.cells(0, cells);
    std::erase_if(delays, [](double delay) { return !(delay > 0) || !std::isfinite(delay); });
    std::sort(delays.begin(), delays.end());
    return delays;
}

/// The step of the grid that all of the ascending values lie on; 0 where they lie on none.
double grid_of(const std::vector<double>& ascending) {
    constexpr std::size_t min_steps = 8;  // fewer are those of a topology without noise
    constexpr double rounding = 1e-3;     // of the step
    double step = 0;
    std::size_t distinct = 0;
    for (std::size_t place = 1; place < ascending.size(); ++place) {
        const double distance = ascending[place] - ascending[place - 1];
        if (distance <= 1e-6 * ascending[place]) continue;
        ++distinct;
        if (step == 0 || distance < step) step = distance;
    }
    // Without a grid, values of a clock that is finer than they need hardly repeat.
    if (distinct < min_steps || 4 * distinct > 3 * ascending.size()) return 0;
    const bool all_fit = std::all_of(ascending.begin(), ascending.end(), [&](double value) {
        const double steps = value / step;
        return std::abs(steps - std::round(steps)) <= std::max(rounding, 1e-6 * steps);
    });
    return all_fit ? step : 0;
}

/// Where each rank begins at its own time, delays differ by that alone: twice the range of their middle half,
/// which a slow host does not widen.
double start_spread(const std::vector<double>& ascending) {
    if (ascending.empty()) return 0;
    const auto at = [&](double fraction) {
        return ascending[static_cast<std::size_t>(fraction * static_cast<double>(ascending.size() - 1))];
    };
    return 2 * (at(0.75) - at(0.25));
}

}  // namespace

double time_step_of(const Run& run, const DelayStack& stack, const Machine& machine) {
    const RunDescription& description = run.description();
    const bool begins_apart = has_trait(description, &ModeTraits::begins_after_barrier);
    const bool knows_clock = std::isfinite(description.clock_resolution_s);
    if (knows_clock && !begins_apart) return description.clock_resolution_s;
    const std::vector<double> delays = short_delays(stack, machine);
    const double clock_step = knows_clock ? description.clock_resolution_s : grid_of(delays);
    return begins_apart ? std::max(clock_step, start_spread(delays)) : clock_step;
}

}  // namespace fabricmap::diagnosis
