// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/hidden_uplinks.hpp"

#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/proposals.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// What a band's messages between two hosts take beyond those of their class, the mean of both directions: a
/// logarithm, NaN where only one was measured.
float beyond_class(const Fit& fit, std::size_t band, Eigen::Index one, Eigen::Index other) {
    const std::uint32_t there = fit.pair(one, other);
    const std::uint32_t back = fit.pair(other, one);
    if (!fit.is_measured(there) || !fit.is_measured(back)) return no_value;
    return (fit.residual_of_class(band, there) + fit.residual_of_class(band, back)) / 2;
}

/// Hosts most of whose pairs are slow in a band, each with the middle one.
std::map<Eigen::Index, float> slow_hosts_of(const Fit& fit, std::size_t band) {
    constexpr float deviations_of_slow = 2;
    std::map<Eigen::Index, float> slow;
    for (Eigen::Index host = 0; host < fit.hosts(); ++host) {
        fit.look();
        std::vector<float> values;
        std::vector<float> noise;
        for (Eigen::Index other = 0; other < fit.hosts(); ++other) {
            const float value = other == host ? no_value : beyond_class(fit, band, host, other);
            if (std::isnan(value)) continue;
            values.push_back(value);
            noise.push_back(fit.noise(band, fit.pair(host, other)));
        }
        if (values.empty()) continue;
        const auto partners = static_cast<float>(values.size());
        const float middle = median_of(values);
        if (middle > std::max(fit.min_effect(), deviations_of_slow * median_of(noise) / std::sqrt(partners)))
            slow.emplace(host, middle);
    }
    return slow;
}

/// Slow hosts that are near to each other by half of what they add to the others.
std::vector<HostList> groups_among(const std::map<Eigen::Index, float>& slow, const Fit& fit,
                                   std::size_t band) {
    std::vector<Eigen::Index> hosts;
    hosts.reserve(slow.size());
    for (const auto& [host, middle] : slow) hosts.push_back(host);
    std::vector<std::size_t> group(hosts.size());
    std::iota(group.begin(), group.end(), 0);
    for (std::size_t one = 0; one < hosts.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            const float most = (slow.at(hosts[one]) + slow.at(hosts[other])) / 4;
            if (!(beyond_class(fit, band, hosts[one], hosts[other]) < most)) continue;
            const std::size_t joined = group[one];
            std::replace(group.begin(), group.end(), joined, group[other]);
        }
    }
    std::map<std::size_t, HostList> groups;
    for (std::size_t at = 0; at < hosts.size(); ++at) groups[group[at]].push_back(HostIndex(hosts[at]));
    std::vector<HostList> found;
    for (auto& [number, members] : groups) {
        if (members.size() >= 2 && 2 * std::ssize(members) <= fit.hosts())
            found.push_back(std::move(members));
    }
    return found;
}

/// By any band.
std::set<HostList> groups_of_slow_crossings(const Fit& fit) {
    std::set<HostList> groups;
    for (std::size_t band = 0; band < fit.bands(); ++band) {
        for (HostList& group : groups_among(slow_hosts_of(fit, band), fit, band))
            groups.insert(std::move(group));
    }
    return groups;
}

}  // namespace

std::vector<Cause> propose_hidden_uplinks(const Fit& fit) {
    constexpr Eigen::Index min_hosts_to_part = 6;
    // All pairs are read each time.
    constexpr Eigen::Index max_hosts_to_part = 2048;
    std::vector<Cause> proposals;
    if (fit.hosts() < min_hosts_to_part || fit.hosts() > max_hosts_to_part || !fit.structure().groups.empty())
        return proposals;
    for (const HostList& hosts : groups_of_slow_crossings(fit)) {
        const double cost = cost_of_kind(fit, static_cast<std::size_t>(fit.hosts()), hosts.size(), false);
        for (const Side side : {Side::sender, Side::receiver, Side::both}) {
            Cause draft = group_cause(CauseKind::uplink, hosts, side);
            draft.pairs = pairs_of_group(fit, hosts, CauseKind::uplink, side);
            for (const BandRange& window : windows_of(fit)) {
                draft.window = window;
                if (std::optional<Cause> uplink = evaluate(fit, draft, cost))
                    proposals.push_back(std::move(*uplink));
            }
        }
    }
    return proposals;
}

}  // namespace fabricmap::diagnosis
