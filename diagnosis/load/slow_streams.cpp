// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/load/slow_streams.hpp"

#include "statistics/chance.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fabricmap::diagnosis {
namespace {

/// How a host's rates lie beside the median host's of its leaf: logarithms.
struct Beside {
    HostIndex host;
    double median;    ///< over the leaves met
    double variance;  ///< from leaf to leaf
    int leaves;
};

/// Its rates to, or from, the leaves that it met.
Beside beside_others(HostIndex host, const HostList& hosts, const Eigen::MatrixXd& rates) {
    std::vector<double> logs;
    for (Eigen::Index leaf = 0; leaf < rates.cols(); ++leaf) {
        std::vector<double> of_hosts;
        for (const HostIndex other : hosts) of_hosts.push_back(rates(other, leaf));
        const double median = median_of(of_hosts);
        if (rates(host, leaf) > 0 && median > 0) logs.push_back(std::log(rates(host, leaf) / median));
    }
    const Eigen::Map<const Eigen::ArrayXd> values(logs.data(), std::ssize(logs));
    const double variance =
        logs.size() < 2 ? 0 : (values - values.mean()).square().sum() / static_cast<double>(logs.size() - 1);
    const auto leaves = static_cast<int>(logs.size());
    return {host, logs.empty() ? 0 : median_of(logs), variance, leaves};
}

std::vector<Beside> all_beside_others(const LeafRates& rates, const Eigen::MatrixXd& of_side) {
    constexpr std::size_t min_hosts_of_leaf = 3;
    std::vector<Beside> all;
    for (const HostList& hosts : rates.hosts) {
        if (hosts.size() < min_hosts_of_leaf) continue;
        for (const HostIndex host : hosts) {
            const Beside beside = beside_others(host, hosts, of_side);
            if (beside.leaves > 0) all.push_back(beside);
        }
    }
    return all;
}

template <typename Value>
double median_over(const std::vector<Beside>& all, const Value& value) {
    std::vector<double> values;
    values.reserve(all.size());
    for (const Beside& beside : all) values.push_back(value(beside));
    return median_of(values);
}

}  // namespace

std::vector<SlowStreams> slow_streams_of(const LeafRates& rates, const Eigen::MatrixXd& of_side) {
    const std::vector<Beside> all = all_beside_others(rates, of_side);
    if (all.empty()) return {};
    const double between_hosts =
        deviations_of_a_median * median_over(all, [](const Beside& one) { return std::abs(one.median); });
    const double typical_variance = median_over(all, [](const Beside& one) { return one.variance; });
    constexpr double deviations = 8;
    constexpr double min_effect = 0.2;
    const double limit = std::max(deviations * between_hosts, min_effect);
    std::vector<SlowStreams> slow;
    for (const Beside& one : all) {
        if (!(one.median < -limit)) continue;
        // Few leaves know a host's variance badly: the typical one counts like that of two more.
        constexpr int leaves_of_typical = 2;
        const int freedom = one.leaves - 1 + leaves_of_typical;
        const double variance =
            (leaves_of_typical * typical_variance + (one.leaves - 1) * one.variance) / freedom;
        // The median of normal values is less certain than their mean.
        const double of_median = std::numbers::pi / 2 * variance / one.leaves;
        const double error = std::sqrt(of_median + between_hosts * between_hosts);
        constexpr int sides = 2;
        const double chance =
            sides * static_cast<double>(all.size()) * student_t_tail(std::abs(one.median) / error, freedom);
        slow.push_back({one.host, one.median, error, freedom, 1 - std::min(1.0, chance)});
    }
    return slow;
}

}  // namespace fabricmap::diagnosis
