// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/common_deviations.hpp"

#include "diagnosis/stages/passing_pairs.hpp"
#include "diagnosis/survey/host_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// Links of that many machines without a fault come to one that is as slow.
constexpr double max_links_by_chance = 0.01;

using DirectedPair = std::pair<HostIndex, HostIndex>;

std::vector<DirectedPair> directions_of(const Finding& finding, const Machine& machine) {
    const auto* const link = std::get_if<part::Link>(&finding.part);
    if (link == nullptr) return {};
    const auto sender = host_named(machine, link->sender);
    const auto receiver = host_named(machine, link->receiver);
    if (!sender || !receiver) return {};
    std::vector<DirectedPair> directions{{*sender, *receiver}};
    if (finding.side == Side::both) directions.emplace_back(*receiver, *sender);
    return directions;
}

/// What is left of the logarithms of delays between hosts once class and ranks are taken off, at a length:
/// means over the pairs of ranks, NaN where nothing was measured.
Eigen::ArrayXXf deviations_at(std::size_t k, const DelayStack& stack, const Survey& survey) {
    const Machine& machine = survey.machine;
    Eigen::ArrayXXf sums = Eigen::ArrayXXf::Zero(machine.host_count(), machine.host_count());
    Eigen::ArrayXXf counts = sums;
    for_each_value(stack, k, [&](RankIndex sender, RankIndex receiver, double delay_s) {
        if (!machine.are_judged(sender, receiver) || !(delay_s > 0)) return;
        const float expected = survey.expected_log(static_cast<Eigen::Index>(k), sender, receiver);
        const HostIndex from = machine.host_of[sender];
        const HostIndex to = machine.host_of[receiver];
        if (from == to || !std::isfinite(expected)) return;
        sums(from, to) += static_cast<float>(std::log(delay_s)) - expected;
        ++counts(from, to);
    });
    return sums / counts;
}

/// Of the other pairs of hosts, the fraction that deviates as far, with one more.
double chance_of(const DirectedPair& pair, const Eigen::ArrayXXf& links) {
    const float own = links(pair.first, pair.second);
    const auto as_far = static_cast<double>((links >= own).count());
    const auto all = static_cast<double>(links.isFinite().count());
    return std::min(1.0, std::max(1.0, as_far) / std::max(1.0, all));
}

/// That of so many chances as low together: minus twice the sum of their logarithms is chi-squared with twice
/// as many degrees of freedom.
double chance_of_all(const std::vector<double>& chances) {
    double surprise = 0;
    for (const double chance : chances) surprise -= std::log(chance);
    double term = 1;
    double sum = 0;
    for (std::size_t number = 0; number < chances.size(); ++number) {
        if (number > 0) term *= surprise / static_cast<double>(number);
        sum += term;
    }
    return std::exp(-surprise) * sum;
}

}  // namespace

std::vector<bool> are_links_as_slow_as_others(const std::vector<Finding>& findings, const DelayStack& stack,
                                              const Survey& survey) {
    std::vector<std::vector<DirectedPair>> links;
    links.reserve(findings.size());
    for (const Finding& finding : findings) links.push_back(directions_of(finding, survey.machine));
    std::vector<std::vector<double>> chances(findings.size());
    for (std::size_t k = 0; k < survey.lengths.size(); ++k) {
        const auto is_asked = [&](std::size_t place) {
            return !links[place].empty() && is_of_length(findings[place], survey.lengths[k]);
        };
        std::optional<Eigen::ArrayXXf> deviations;
        for (std::size_t place = 0; place < findings.size(); ++place) {
            if (!is_asked(place)) continue;
            if (!deviations) deviations = deviations_at(k, stack, survey);
            for (const DirectedPair& pair : links[place]) {
                if (std::isfinite((*deviations)(pair.first, pair.second)))
                    chances[place].push_back(chance_of(pair, *deviations));
            }
        }
    }
    const auto lengths = static_cast<double>(survey.lengths.size());
    const auto hosts = static_cast<double>(survey.machine.host_count());
    const double windows = hosts * (hosts - 1) * lengths * (lengths + 1) / 2;
    std::vector<bool> are_as_slow;
    are_as_slow.reserve(findings.size());
    for (const std::vector<double>& of_link : chances)
        are_as_slow.push_back(!of_link.empty() && chance_of_all(of_link) * windows > max_links_by_chance);
    return are_as_slow;
}

}  // namespace fabricmap::diagnosis
