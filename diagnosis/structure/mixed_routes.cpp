// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/host_means.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/structure/structure.hpp"
#include "statistics/evenness.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_slower_pairs = 24;
constexpr float deviations_of_a_slower_route = 4;
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

float median_within(const Mask& mask, const Eigen::ArrayXXf& values) {
    return median_of_numbers(
        mask.select(values, Eigen::ArrayXXf::Constant(values.rows(), values.cols(), no_value)).reshaped());
}

/// Takes off by what the values lie above the fastest paths among them.
void settle(std::vector<float*>& values) {
    constexpr double within_fast_paths = 0.15;
    std::vector<float> numbers;
    for (const float* const value : values) {
        if (std::isfinite(*value)) numbers.push_back(*value);
    }
    if (numbers.empty()) return;
    const auto above = static_cast<float>(quantile_of(numbers, within_fast_paths));
    for (float* const value : values) *value -= above;
}

/// What all paths of a host, or of a class, lie above the fast ones is no route's.
void settle_on_fast_paths(Eigen::ArrayXXf& left, const Survey& survey) {
    constexpr int rounds = 4;  // hardly anything changes afterwards
    std::vector<std::vector<float*>> lines(2 * survey.machine.hosts.size());
    std::map<std::uint8_t, std::vector<float*>> classes;
    for (const HostIndex from : survey.machine.hosts.indices()) {
        for (const HostIndex to : survey.machine.hosts.indices()) {
            if (from == to) continue;
            float* const value = &left(from, to);
            lines[2 * static_cast<std::size_t>(from)].push_back(value);
            lines[2 * static_cast<std::size_t>(to) + 1].push_back(value);
            classes[survey.class_between(from, to)].push_back(value);
        }
    }
    for (int round = 0; round < rounds; ++round) {
        for (auto& [number, values] : classes) settle(values);
        for (std::vector<float*>& line : lines) settle(line);
    }
}

/// The deviation of what settled at 0.
float deviation_below_zero(const Eigen::ArrayXXf& left) {
    std::vector<float> below;
    for (const float value : left.reshaped()) {
        if (value < 0) below.push_back(-value);
    }
    return std::max(min_deviation, static_cast<float>(deviations_of_a_median) * median_of_numbers(below));
}

/// Paths that are slower in a direction or in both, where these are about half of all or more.
struct PathsBothWays {
    SlowerPaths paths;
    Mask twice;  ///< slower in both
};

/// `left`: hosts × hosts, logarithms; means over the window.
std::optional<PathsBothWays> paths_both_ways(const Case& subject, Eigen::ArrayXXf left, const Window& window,
                                             float clock_step) {
    constexpr double min_fraction_both_ways = 0.4;
    constexpr double max_fraction_both_ways = 0.75;
    constexpr float min_deviations_apart = 8;
    constexpr double max_fraction_between = 0.05;
    constexpr float from_both_ways = 1.5F;  // of one way's
    settle_on_fast_paths(left, *subject.survey);
    const float deviation = deviation_below_zero(left);
    const float limit = std::max({subject.floor() / 2, clock_step, deviations_of_a_slower_route * deviation});
    const float above = median_within(left > limit, left);
    if (!(above >= std::max(subject.floor(), min_deviations_apart * deviation))) return std::nullopt;
    PathsBothWays found;
    SlowerPaths& paths = found.paths;
    paths.slower = left > above / 2;
    paths.count = paths.slower.count();
    paths.measured = left.isFinite().count();
    paths.effect = median_within(paths.slower, left);
    paths.apart = paths.effect / deviation;
    paths.window = window;
    const auto measured = static_cast<double>(std::max<std::int64_t>(1, paths.measured));
    const double fraction = static_cast<double>(paths.count) / measured;
    const auto between = (left > above / 4 && left < above * 3 / 4).count();
    if (static_cast<std::size_t>(paths.count) < min_slower_pairs || fraction < min_fraction_both_ways ||
        fraction > max_fraction_both_ways || static_cast<double>(between) > max_fraction_between * measured)
        return std::nullopt;
    const float width = width_of_alike * paths.effect;
    const auto alike = (paths.slower && (left - paths.effect).abs() <= width).count();
    if (static_cast<double>(alike) < fraction_alike * static_cast<double>(paths.count) ||
        !are_spread_evenly(paths.slower))
        return std::nullopt;
    found.twice = left > from_both_ways * paths.effect;
    return found;
}

/// Of single values that are not cut off, as those of the survey are: twice a slower route is more.
Eigen::ArrayXXf whole_delays(const Case& subject, const Window& window) {
    const Machine& machine = subject.survey->machine;
    Eigen::ArrayXXf sums = Eigen::ArrayXXf::Zero(machine.host_count(), machine.host_count());
    for (std::size_t n = 0; n < window.lengths; ++n)
        sums += fold_to_hosts({*subject.stack, window.first_length + n}, machine).log();
    return sums / static_cast<float>(window.lengths);
}

Structure structure_of(const Case& subject, const SlowerPaths& paths, const Mask& slower_both_ways) {
    const Survey& survey = *subject.survey;
    Structure structure;
    structure.finding.kind = FindingKind::mixed_routes;
    structure.finding.part = part::Machine{survey.machine.hosts};
    const double fraction = static_cast<double>(paths.count) / static_cast<double>(paths.measured);
    weigh(structure.finding, std::llround(fraction * static_cast<double>(survey.classes.pairs_measured())),
          subject);
    structure.finding.evidence.notes.push_back(
        {"{} of {} paths between hosts, about as many of each host.",
         {std::to_string(paths.count), std::to_string(paths.measured)}});
    structure.names = {"", "slower route", "slower route both ways"};
    const auto twice = std::make_shared<const Mask>(slower_both_ways);
    const auto slower = std::make_shared<const Mask>(paths.slower);
    structure.part_of = [slower, twice, host_of = survey.machine.host_of](RankIndex sender,
                                                                          RankIndex receiver) {
        const HostIndex from = host_of[sender];
        const HostIndex to = host_of[receiver];
        if (!(*slower)(from, to)) return std::size_t{0};
        return std::size_t{(*twice)(from, to) ? 2U : 1U};
    };
    return structure;
}

/// What `find` gives in the window in which the slower paths lie the farthest above the others.
template <typename Find>
std::optional<SlowerPaths> farthest_apart(const Case& subject, const Find& find) {
    const std::vector<Window> windows = windows_of(*subject.survey);
    const std::vector<float> steps = time_steps(subject, windows);
    std::optional<SlowerPaths> farthest;
    for (std::size_t number = 0; number < windows.size(); ++number) {
        std::optional<SlowerPaths> paths = find(windows[number], steps[number]);
        if (paths && (!farthest || paths->apart > farthest->apart)) farthest = std::move(paths);
    }
    return farthest;
}

}  // namespace

std::optional<Structure> find_routes_both_ways(const Case& subject) {
    if (!is_symmetric(subject.run->description())) return std::nullopt;
    const Residual residual = residual_of(*subject.survey);
    const auto found =
        farthest_apart(subject, [&](const Window& window, float step) -> std::optional<SlowerPaths> {
            auto both =
                paths_both_ways(subject, mean_over(residual.links, *subject.survey, window), window, step);
            return both ? std::optional(std::move(both->paths)) : std::nullopt;
        });
    if (!found) return std::nullopt;
    const float step = time_steps(subject, {found->window}).front();
    const auto whole = paths_both_ways(subject, whole_delays(subject, found->window), found->window, step);
    return whole ? std::optional(structure_of(subject, whole->paths, whole->twice)) : std::nullopt;
}

}  // namespace fabricmap::diagnosis
