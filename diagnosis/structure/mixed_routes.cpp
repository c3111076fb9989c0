// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/pair_curves.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/structure/structure.hpp"
#include "statistics/evenness.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_slower_pairs = 24;
constexpr double min_fraction_of_routes = 0.01;
constexpr double max_fraction_of_routes = 0.48;
constexpr float deviations_of_a_slower_route = 4;
/// Pairs whose whole curves are read.
constexpr std::size_t pairs_looked_at = 96;
/// Pairs that are slower for one reason are so by one factor: this fraction of them within this fraction of
/// it.
constexpr double fraction_alike = 0.75;
constexpr float width_of_alike = 0.3F;

using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

/// The slower paths between hosts in a window, and by how much those looked at are.
struct SlowerPaths {
    Mask slower;
    std::int64_t count = 0;
    std::int64_t measured = 0;
    float apart = 0;  ///< how far they lie above the others, in deviations of those
    Window window;
    float effect = 0;  ///< there; a logarithm
};

HostPairs some_of(const Mask& mask) {
    HostPairs pairs;
    for (const HostIndex to : IndexRange<HostIndex>(mask.cols())) {
        for (const HostIndex from : IndexRange<HostIndex>(mask.rows())) {
            if (mask(from, to)) pairs.emplace_back(from, to);
        }
    }
    std::uint64_t state = pairs.size();
    shuffle(std::span(pairs), state);
    pairs.resize(std::min(pairs.size(), pairs_looked_at));
    return pairs;
}

/// By how much pairs are slower that are so by about the same; nothing where they are not.
std::optional<float> common_effect(const Case& subject, const Residual& residual, const Mask& slower,
                                   const Window& window, float deviation) {
    std::vector<float> effects;
    for (const HostPair& pair : some_of(slower))
        effects.push_back(median_over(curve_of_pairs(subject, residual, {pair}), window));
    const float middle = median_of_numbers(effects);
    const float width = std::max(width_of_alike * middle, 3 * deviation);
    const auto alike = std::count_if(effects.begin(), effects.end(),
                                     [&](float effect) { return std::abs(effect - middle) <= width; });
    if (static_cast<double>(alike) < fraction_alike * static_cast<double>(effects.size()))
        return std::nullopt;
    return middle;
}

/// Centre and deviation of the faster half, which slower routes do not widen.
Bulk lower_bulk_of(const Eigen::ArrayXXf& values) {
    Bulk bulk{median_of_numbers(values.reshaped()), 0, 0};
    std::vector<float> below;
    for (const float value : values.reshaped()) {
        if (value < bulk.centre) below.push_back(bulk.centre - value);
    }
    bulk.count = static_cast<int>(below.size());
    bulk.deviation =
        std::max(min_deviation, static_cast<float>(deviations_of_a_median) * median_of_numbers(below));
    return bulk;
}

/// Of a host on most of whose paths routes are slower, that was taken off as the host's own.
void give_back_to_hosts(Eigen::ArrayXXf& left, float centre, float above) {
    constexpr float fraction_of_faster_paths = 0.25F;
    const auto mend = [&](auto&& line) {
        const auto faster = (line < centre - above / 2).count();
        if (static_cast<float>(faster) > fraction_of_faster_paths * static_cast<float>(line.size()))
            line += above;
    };
    for (Eigen::Index host = 0; host < left.rows(); ++host) {
        mend(left.row(host));
        mend(left.col(host));
    }
}

std::optional<SlowerPaths> slower_paths(const Case& subject, const Residual& residual, const Window& window,
                                        float clock_step) {
    Eigen::ArrayXXf left = mean_over(residual.links, *subject.survey, window);
    const Bulk bulk = lower_bulk_of(left);
    const float limit =
        std::max({subject.floor() / 2, clock_step, deviations_of_a_slower_route * bulk.deviation});
    SlowerPaths paths;
    paths.slower = left > bulk.centre + limit;
    const Eigen::ArrayXXf none = Eigen::ArrayXXf::Constant(left.rows(), left.cols(), no_value);
    const float above = median_of_numbers(paths.slower.select(left, none).reshaped()) - bulk.centre;
    give_back_to_hosts(left, bulk.centre, above);
    // What lies nearer to the others than to those is noise of the others.
    const Mask raised = left > bulk.centre + above / 2;
    paths.slower = raised && left > bulk.centre + limit;
    paths.count = paths.slower.count();
    paths.measured = left.isFinite().count();
    const double fraction =
        static_cast<double>(paths.count) / static_cast<double>(std::max<std::int64_t>(1, paths.measured));
    const bool are_many = static_cast<std::size_t>(paths.count) >= min_slower_pairs &&
                          fraction >= min_fraction_of_routes && fraction <= max_fraction_of_routes;
    // Of a part that is slower, the few beyond the limit may lie evenly by chance.
    if (!are_many || !are_spread_evenly(paths.slower) || !are_spread_evenly(raised)) return std::nullopt;
    const auto effect = common_effect(subject, residual, paths.slower, window, bulk.deviation);
    if (!effect || *effect < subject.floor()) return std::nullopt;
    paths.apart = above / bulk.deviation;
    paths.window = window;
    paths.effect = *effect;
    return paths;
}

bool are_both_ways_measured(const RunDescription& run) {
    return is_symmetric(run) || has_trait(run, &ModeTraits::includes_an_empty_message);
}

/// Of the slower paths those that are so twice, where a delay is that of both ways and each is routed for
/// itself.
Mask slower_both_ways(const Case& subject, const Residual& residual, const SlowerPaths& paths) {
    constexpr std::int64_t max_read = 4096;
    constexpr float least = 1.5F;
    constexpr float most = 2.5F;
    Mask twice = Mask::Constant(paths.slower.rows(), paths.slower.cols(), false);
    if (!are_both_ways_measured(subject.run->description()) || paths.count > max_read) return twice;
    for (const HostIndex from : IndexRange<HostIndex>(twice.rows())) {
        for (const HostIndex to : IndexRange<HostIndex>(twice.cols())) {
            if (!paths.slower(from, to)) continue;
            const float effect = median_over(curve_of_pairs(subject, residual, {{from, to}}), paths.window);
            twice(from, to) = effect > least * paths.effect && effect < most * paths.effect;
        }
    }
    return twice;
}

}  // namespace

std::optional<Structure> find_mixed_routes(const Case& subject) {
    const Survey& survey = *subject.survey;
    const std::vector<Window> windows = windows_of(survey);
    const std::vector<float> steps = time_steps(subject, windows);
    const Residual residual = residual_of(survey);
    std::optional<SlowerPaths> found;
    for (std::size_t number = 0; number < windows.size(); ++number) {
        std::optional<SlowerPaths> paths = slower_paths(subject, residual, windows[number], steps[number]);
        if (paths && (!found || paths->apart > found->apart)) found = std::move(paths);
    }
    if (!found) return std::nullopt;
    Structure structure;
    structure.finding.kind = FindingKind::mixed_routes;
    structure.finding.part = part::Machine{survey.machine.hosts};
    const double fraction = static_cast<double>(found->count) / static_cast<double>(found->measured);
    weigh(structure.finding, std::llround(fraction * static_cast<double>(survey.classes.pairs_measured())),
          subject);
    structure.finding.evidence.notes.push_back(
        {"{} of {} paths between hosts, about as many of each host.",
         {std::to_string(found->count), std::to_string(found->measured)}});
    structure.names = {"", "slower route", "slower route both ways"};
    const auto twice = std::make_shared<const Mask>(slower_both_ways(subject, residual, *found));
    const auto slower = std::make_shared<const Mask>(std::move(found->slower));
    structure.part_of = [slower, twice, host_of = survey.machine.host_of](RankIndex sender,
                                                                          RankIndex receiver) {
        const HostIndex from = host_of[sender];
        const HostIndex to = host_of[receiver];
        if (!(*slower)(from, to)) return std::size_t{0};
        return std::size_t{(*twice)(from, to) ? 2U : 1U};
    };
    return structure;
}

}  // namespace fabricmap::diagnosis
