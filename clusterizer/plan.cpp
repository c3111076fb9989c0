// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/plan.hpp"

#include "base/units.hpp"
#include "clusterizer/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::clusterizer {
namespace {

constexpr double min_automatic = 0.001;
constexpr double greatest_automatic = 1;
constexpr double shift_deviations = 6;
constexpr double min_shift = 1e-3;
constexpr std::size_t sample_fraction = 5;  // of the memory

/// Not more exceptions than let a pair still look like its cluster.
std::size_t exceptions_in(std::size_t planes, std::size_t wanted) {
    return std::min(wanted, (planes - 1) / 2);
}

void set_threshold(Plan& plan, const Classes& classes, const Settings& settings) {
    plan.noise = classes.noise;
    plan.tolerance.absolute = settings.absolute_threshold;
    if (settings.threshold) {
        plan.tolerance.relative = *settings.threshold;
        plan.reason = "as requested";
        return;
    }
    const double needed = std::expm1(2 * classes.reach);  // an assumption where there is no estimate
    plan.tolerance.relative = std::clamp(needed, min_automatic, greatest_automatic);
    if (std::isnan(classes.noise)) {
        plan.reason = "automatic: too few values to estimate the noise";
        return;
    }
    plan.reason = fmt::format("automatic: the noise is {}", format_share(classes.noise, 2));
    if (needed < min_automatic) return;
    plan.reason += fmt::format(", and all but one of a hundred pairs stay within {} of their class",
                               format_share(std::expm1(classes.reach), 2));
    if (needed > greatest_automatic) {
        plan.reason += "; never more than a factor of two";
    }
}

/// Without those within half of the tolerance of a more populous one, which stands for them.
std::vector<std::vector<double>> distinct(const std::vector<PairClass>& classes, const Tolerance& tolerance) {
    std::vector<std::vector<double>> kept;
    for (const PairClass& candidate : classes) {
        const bool stands_alone = std::none_of(kept.begin(), kept.end(), [&](const auto& centre) {
            return std::equal(centre.begin(), centre.end(), candidate.centre.begin(),
                              [&](double a, double b) { return tolerance.around(a).holds(b); });
        });
        if (stands_alone) kept.push_back(candidate.centre);
    }
    return kept;
}

RangePlan plan_range(const Classes& classes, const Plan& plan, const Settings& settings,
                     const Planes& planes) {
    RangePlan range{planes, {}, {plan.tolerance, exceptions_in(planes.count, settings.exceptions)}};
    if (settings.threshold || settings.absolute_threshold > 0) {
        range.seeds = distinct(classes.all, plan.tolerance);
    } else {
        for (const PairClass& pair_class : classes.all) range.seeds.push_back(pair_class.centre);
        const double noise = std::isnan(plan.noise) ? 0 : plan.noise;
        const double chance = noise / std::sqrt(static_cast<double>(planes.count));
        range.rule.largest_shift = shift_deviations * std::max({classes.pair_spread, chance, min_shift});
    }
    return range;
}

}  // namespace

Plan make_plan(const DelayStack& stack, const Settings& settings, Workers& workers,
               std::span<const std::size_t> possible_begins) {
    const Sample sample = draw_sample(stack, settings.memory_limit / sample_fraction, workers);
    const Planes sweep{0, stack.message_lengths().size()};
    const Classes classes = find_classes(sample, sweep, 1, settings.lengths_of_run);
    Plan plan;
    set_threshold(plan, classes, settings);
    const auto planner = [&](const Planes& planes, std::size_t share) {
        return plan_range(find_classes(sample, planes, share), plan, settings, planes);
    };
    for (const Planes& planes : choose_ranges(sample, classes, {stack.message_lengths(), possible_begins},
                                              settings, planner, workers)) {
        plan.ranges.push_back(planes == sweep ? plan_range(classes, plan, settings, planes)
                                              : planner(planes, 1));
    }
    return plan;
}

}  // namespace fabricmap::clusterizer
