// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/cables.hpp"
#include "diagnosis/detectors/findings.hpp"
#include "diagnosis/detectors/pair_curves.hpp"
#include "diagnosis/detectors/table.hpp"
#include "diagnosis/detectors/two_sides.hpp"
#include "diagnosis/detectors/whole_values.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace fabricmap::diagnosis {
namespace {

/// Whether a link is slow beside the other links of its hosts alone, which are faster than those of most: it
/// takes hardly longer than others of its class. So do two hosts of a gateway, which are nearer to other
/// groups.
bool is_slow_of_fast_hosts(const Case& subject, const Residual& residual, const HostPair& link,
                           const Window& window, float effect) {
    const auto fast_by = [&](const Eigen::ArrayXXf& effects, HostIndex host) {
        const float added = mean_over(effects.col(host), window)(0);
        return added < 0 ? -added : 0;
    };
    return effect - fast_by(residual.sending, link.first) - fast_by(residual.receiving, link.second) <
           subject.floor();
}

/// The strongest outlier of each pair of hosts, either direction.
std::map<HostPair, Outlier> outlying_links(const Case& subject, const Residual& residual) {
    const std::size_t hosts = subject.survey->machine.hosts.size();
    const std::vector<Window> windows = windows_of(*subject.survey);
    const auto values = in_each(windows, [&](const Window& window) {
        return Eigen::ArrayXf(mean_over(residual.links, *subject.survey, window).reshaped());
    });
    WholeValues whole_values(windows, [&](std::size_t path) -> WholeValues::Curves {
        const HostPairs pairs{pair_at(path, hosts)};
        return {curve_of_pairs(subject, residual, pairs), uncertainties_of_pairs(subject, pairs)};
    });
    std::vector<Outlier> outliers = find_clipped_outliers(values, limits_of(subject), std::ref(whole_values));
    std::erase_if(outliers, [&](const Outlier& outlier) {
        return is_slow_of_fast_hosts(subject, residual, pair_at(outlier.part, hosts), windows[outlier.window],
                                     outlier.effect);
    });
    auto links = strongest_by(
        outliers, [&](const Outlier& outlier) { return lower_first(pair_at(outlier.part, hosts)); });
    std::erase_if(links, [&](const auto& link) {
        return residual.slow_hosts[link.first.first] && residual.slow_hosts[link.first.second];
    });
    return links;
}

TwoSides curves_of_link(const Case& subject, const Residual& residual, const HostPair& link) {
    const auto [one, other] = link;
    return {curve_of_pairs(subject, residual, {{one, other}}),
            curve_of_pairs(subject, residual, {{other, one}})};
}

/// Whether single values are all that is slow, of many: samples that were disturbed make such. A link is slow
/// at neighbouring lengths, or in both directions.
bool is_single_value(const TwoSides& curves, const Outlier& outlier) {
    constexpr std::size_t few_lengths = 3;
    const auto& [there, back] = curves;
    if (there.size() <= few_lengths) return false;
    const auto is_slow = [&](float value) { return value >= outlier.effect / 2; };
    for (std::size_t k = 0; k < there.size(); ++k) {
        if (is_slow(there[k]) && is_slow(back[k])) return false;
        if (k == 0) continue;
        if ((is_slow(there[k]) && is_slow(there[k - 1])) || (is_slow(back[k]) && is_slow(back[k - 1])))
            return false;
    }
    return true;
}

Finding slow_link_finding(const Case& subject, const TwoSides& curves, const Cable& cable,
                          const Outlier& outlier) {
    const auto [one, other] = cable.ends;
    Finding finding;
    finding.kind = FindingKind::slow_link;
    describe(finding, subject, curves, outlier);
    const bool turned = finding.side == Side::receiver;
    if (turned) finding.side = Side::sender;
    name_link(finding, subject.survey->machine, turned ? other : one, turned ? one : other);
    if (cable.pairs > 1) {
        const auto [sender, receiver] = std::get<part::Link>(finding.part);
        finding.part = part::Cable{sender, receiver, static_cast<std::int64_t>(cable.pairs)};
        finding.evidence.numbers["pairs_of_hosts_behind"] = static_cast<double>(cable.pairs);
        finding.evidence.notes.push_back(
            {"{} slow pairs of hosts are all routed over the cable between these neighbours.",
             {std::to_string(cable.pairs)}});
    }
    // All pairs that are led over it pass it.
    weigh(finding, pairs_of_link(*subject.survey, one, other) * static_cast<std::int64_t>(cable.pairs),
          subject);
    return finding;
}

}  // namespace

Detection find_slow_links(const Case& subject, Residual residual) {
    const std::map<HostPair, Outlier> outliers = outlying_links(subject, residual);
    std::vector<HostPair> links;
    links.reserve(outliers.size());
    for (const auto& [link, outlier] : outliers) links.push_back(link);
    std::vector<Finding> findings;
    for (const Cable& cable : cables_behind(
             links, hops_of(subject.survey->classes.topology, subject.survey->classes.host_delays))) {
        const Outlier& outlier = outliers.at(cable.ends);
        const TwoSides curves = curves_of_link(subject, residual, cable.ends);
        if (!is_single_value(curves, outlier))
            findings.push_back(slow_link_finding(subject, curves, cable, outlier));
    }
    for (const auto& [link, outlier] : outliers) {
        for (Eigen::ArrayXXf& left : residual.links) {
            left(link.first, link.second) = left(link.second, link.first) = 0;
        }
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace fabricmap::diagnosis
