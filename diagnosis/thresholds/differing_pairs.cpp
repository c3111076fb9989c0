// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/thresholds/differing_pairs.hpp"

#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/host_means.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace fabricmap::diagnosis {
namespace {

/// Smaller jumps of single pairs drown in their noise.
constexpr double min_jump_fraction = 0.1;
constexpr std::size_t max_lengths_looked_at = 4;
constexpr float fraction_of_the_jump = 0.5F;
constexpr float deviations_off = 8;
constexpr std::size_t max_names = 20;

std::size_t place_of(const Survey& survey, std::int64_t length) {
    const auto found = std::lower_bound(survey.lengths.begin(), survey.lengths.end(), length);
    return static_cast<std::size_t>(found - survey.lengths.begin());
}

/// By how much the delay of each pair of units grows over the jump: logarithms, of one or two lengths on each
/// side.
Eigen::ArrayXXf jumps_at(std::size_t first, const DelayStack& stack, const Machine& units,
                         const std::function<void()>& step) {
    std::vector<PlaneRatio> ratios{{{stack, first}, {stack, first - 1}}};
    if (first >= 2 && first + 1 < stack.message_lengths().size())
        ratios.push_back({{stack, first + 1}, {stack, first - 2}});
    Eigen::ArrayXXf jumps = mean_log_ratios(ratios, units);
    for (std::size_t number = 0; number < ratios.size(); ++number) step();
    return jumps;
}

/// Places in the matrix of the pairs of one class.
std::vector<Eigen::Index> pairs_of_class(const Survey& survey, const Machine& units,
                                         const std::string& name) {
    std::vector<Eigen::Index> pairs;
    for (const HostIndex to : units.hosts.indices()) {
        for (const HostIndex from : units.hosts.indices()) {
            const std::uint8_t number =
                survey.classes.of(units.ranks_of[from].front(), units.ranks_of[to].front());
            if (number != no_class && survey.classes.all[number].name == name)
                pairs.push_back(from + to * Eigen::Index{units.host_count()});
        }
    }
    return pairs;
}

std::vector<std::string> names_of_differing(const Eigen::ArrayXXf& jumps,
                                            const std::vector<Eigen::Index>& pairs, const Machine& units,
                                            const std::set<std::string>& explained) {
    std::vector<float> values;
    values.reserve(pairs.size());
    for (const Eigen::Index pair : pairs) values.push_back(jumps(pair));
    const Bulk bulk = bulk_of(values);
    const float limit =
        std::max(fraction_of_the_jump * std::abs(bulk.centre), deviations_off * bulk.deviation);
    std::vector<std::string> names;
    for (const Eigen::Index pair : pairs) {
        if (!(std::abs(jumps(pair) - bulk.centre) > limit) || names.size() == max_names) continue;
        const auto [from, to] = pair_at(static_cast<std::size_t>(pair), units.hosts.size());
        if (explained.contains(units.hosts[from]) || explained.contains(units.hosts[to])) continue;
        names.push_back(fmt::format("{} -> {}", units.hosts[from], units.hosts[to]));
    }
    return names;
}

}  // namespace

void name_differing_pairs(std::vector<Threshold>& thresholds, const DelayStack& stack, const Survey& survey,
                          const std::vector<Finding>& findings, const std::function<void()>& step) {
    const bool one_host = survey.machine.host_count() == 1;
    const Machine units = one_host ? ranks_apart(survey.machine) : survey.machine;
    std::set<std::string> explained;
    for (const Finding& finding : findings) {
        for (const std::string& host : hosts_of(finding.part)) explained.insert(host);
    }
    std::map<std::int64_t, double> largest_jumps;  // by the first length after them
    for (const Threshold& threshold : thresholds) {
        double& largest = largest_jumps[threshold.after_bytes];
        largest = std::max(largest, std::abs(threshold.jump_fraction));
    }
    std::vector<std::pair<double, std::int64_t>> lengths;
    for (const auto& [length, jump] : largest_jumps) {
        if (jump >= min_jump_fraction) lengths.emplace_back(jump, length);
    }
    std::sort(lengths.rbegin(), lengths.rend());
    if (lengths.size() > max_lengths_looked_at) lengths.resize(max_lengths_looked_at);
    for (const auto& [jump, length] : lengths) {
        const Eigen::ArrayXXf jumps = jumps_at(place_of(survey, length), stack, units, step);
        for (Threshold& threshold : thresholds) {
            if (threshold.after_bytes != length || std::abs(threshold.jump_fraction) < min_jump_fraction)
                continue;
            threshold.differing_pairs = names_of_differing(
                jumps, pairs_of_class(survey, units, threshold.class_name), units, explained);
        }
    }
}

}  // namespace fabricmap::diagnosis
