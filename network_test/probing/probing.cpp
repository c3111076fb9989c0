// SPDX-License-Identifier: Apache-2.0
#include "network_test/probing/probing.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"
#include "measuring/probing/coarse_grid.hpp"
#include "network_test/probing/class_pairs.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fabricmap::network_test {
namespace {

constexpr int pairs_of_a_class = 3;
// Medians are of single ticks or halves of them; a delay that rounds to the next tick has not jumped.
constexpr double least_ticks = 2;

/// Clocks may differ between hosts, and all ranks must come to the same decisions.
double first_ranks_resolution_s(const StageForPayload& stage_for, MPI_Comm control) {
    const Payload empty(0);
    double resolution_s = static_cast<double>(stage_for(empty).clock.resolution()) / nanoseconds_per_second;
    take_from_first_rank(resolution_s, control);
    return resolution_s;
}

std::string line_of(std::string_view name, const Break& found) {
    const std::string times = std::isfinite(found.factor) ? fmt::format(" (×{:.2g})", found.factor) : "";
    return fmt::format("{}: from {} bytes on, {}{}{}", name, found.last_before + 1,
                       found.step_s < 0 ? "−" : "+", format_value(std::abs(found.step_s), Quantity::delay, 2),
                       times);
}

}  // namespace

std::vector<ClassBreaks> probe_classes(PairExchange& exchange, const StageForPayload& stage_for,
                                       std::uint64_t seed, const std::vector<std::int64_t>& grid,
                                       MPI_Comm control, const IdleWaiting& idle) {
    const BreakRules rules{.least_step_s = least_ticks * first_ranks_resolution_s(stage_for, control)};
    std::vector<ClassBreaks> classes;
    const Payload empty(0);
    const Stage stage = stage_for(empty);
    for (const PairClass pair_class : all_pair_classes) {
        const auto pairs =
            representative_pairs(stage.places, stage.parties, pair_class, pairs_of_a_class, seed);
        if (pairs.empty()) continue;
        const PairVisits visits(exchange, stage_for, pairs, control, idle);
        classes.push_back({pair_class, pairs, find_breaks(grid, visits, rules)});
    }
    return classes;
}

std::vector<std::int64_t> with_both_sides(std::vector<std::int64_t> lengths,
                                          const std::vector<ClassBreaks>& classes) {
    std::vector<std::int64_t> sides;
    for (const ClassBreaks& of_class : classes) {
        for (const Break& found : of_class.search.breaks)
            sides.insert(sides.end(), {found.last_before, found.last_before + 1});
    }
    return merged(std::move(lengths), sides);
}

std::vector<std::string> threshold_lines(const std::vector<ClassBreaks>& classes) {
    std::vector<std::string> lines;
    for (const ClassBreaks& of_class : classes) {
        const auto name = name_of(of_class.pair_class);
        if (of_class.search.breaks.empty()) lines.push_back(fmt::format("{}: no jump", name));
        for (const Break& found : of_class.search.breaks) lines.push_back(line_of(name, found));
        lines.push_back(
            fmt::format("{}: {} beside those of the grid tried on {}", name,
                        counted(static_cast<std::int64_t>(of_class.search.probed.size()), "length"),
                        counted(static_cast<std::int64_t>(of_class.pairs.size()), "pair")));
    }
    return lines;
}

}  // namespace fabricmap::network_test
