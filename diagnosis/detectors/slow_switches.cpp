// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/cable_lengths.hpp"
#include "diagnosis/residual/detectable.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/groups.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/residual/unexplained.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts = 3;
/// A group is slow where so many of its hosts are.
constexpr double fraction_of_hosts = 0.75;

/// What three quarters of the hosts of each group have at least: lengths × groups.
Eigen::ArrayXXf of_groups(const Eigen::ArrayXXf& of_hosts, const Groups& groups) {
    Eigen::ArrayXXf shared(of_hosts.rows(), static_cast<Eigen::Index>(groups.size()));
    for (Eigen::Index k = 0; k < shared.rows(); ++k) {
        for (std::size_t group = 0; group < groups.size(); ++group) {
            std::vector<float> values = numbers_of(of_hosts(k, groups[group]));
            shared(k, static_cast<Eigen::Index>(group)) =
                values.size() < min_hosts ? no_value : lower_quartile(std::move(values));
        }
    }
    return shared;
}

void subtract_switch(Eigen::ArrayXXf& of_hosts, const Eigen::ArrayXXf& of_groups, const Groups& groups,
                     std::size_t group) {
    for (const HostIndex host : groups[group])
        of_hosts.col(host) -= of_groups.col(static_cast<Eigen::Index>(group));
}

/// Adds groups that do not stand out among few others, though three quarters of their hosts do among all
/// hosts, on the same side: by what so many of them have at least.
void add_groups_of_slow_hosts(std::map<std::size_t, Outlier>& outliers, const Groups& groups,
                              const Case& subject, const Residual& residual) {
    const std::map<std::size_t, Outlier> hosts = find_outliers_on_two_sides(
        subject, residual.sending, residual.receiving, min_partners_of_hosts(*subject.survey));
    const auto count = static_cast<std::size_t>(residual.sending.cols());
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const auto needed = static_cast<std::size_t>(
            std::ceil(fraction_of_hosts * static_cast<double>(groups[group].size())));
        if (groups[group].size() < min_hosts || outliers.contains(group)) continue;
        for (const bool receives : {false, true}) {
            std::vector<Outlier> slow;
            for (const HostIndex host : groups[group]) {
                const auto found = hosts.find(static_cast<std::size_t>(host));
                if (found != hosts.end() && (found->second.part >= count) == receives)
                    slow.push_back(found->second);
            }
            if (slow.size() < needed) continue;
            std::sort(slow.begin(), slow.end(),
                      [](const Outlier& one, const Outlier& other) { return one.effect > other.effect; });
            outliers.emplace(group, slow[needed - 1]);
        }
    }
}

std::vector<Finding> find_slow_switches_among(const Groups& groups, const Case& subject, Residual& residual) {
    const Survey& survey = *subject.survey;
    const Eigen::ArrayXXf sending = of_groups(residual.sending, groups);
    const Eigen::ArrayXXf receiving = of_groups(residual.receiving, groups);
    std::map<std::size_t, Outlier> outliers = find_outliers_on_two_sides(subject, sending, receiving);
    add_groups_of_slow_hosts(outliers, groups, subject, residual);
    std::vector<Finding> findings;
    for (const auto& [group, outlier] : outliers) {
        Finding finding;
        finding.kind = FindingKind::slow_switch;
        name_switch(finding, survey.machine, groups[group]);
        for (const HostIndex host : groups[group])
            keep_unexplained(survey, residual, host, paths_of_host(subject, residual, host));
        describe(finding, subject, curves_of(sending, receiving, static_cast<Eigen::Index>(group)), outlier);
        weigh(finding, pairs_of_hosts(survey, groups[group]), subject);
        recognise_longer_cables(finding, subject);
        findings.push_back(std::move(finding));
        subtract_switch(residual.sending, sending, groups, group);
        subtract_switch(residual.receiving, receiving, groups, group);
    }
    return findings;
}

/// Of the smallest groups: one is found where it stands out among them, or where its hosts do. How much few
/// groups differ is hardly known, so that what hosts differ by counts as well: the lower quartile of n of
/// them has 1.36 of their deviation over the root of n.
std::optional<Detectable> detectable_switch(const Case& subject, const Residual& residual) {
    if (is_sampled(*subject.survey)) return std::nullopt;
    const Groups& groups = subject.partitions.back();
    if (groups.size() < min_groups_to_be_sure) return std::nullopt;
    const Detectable of_all =
        detectable_on_two_sides(subject, DetectablePart::uplink, of_groups(residual.sending, groups),
                                of_groups(residual.receiving, groups));
    const Detectable of_hosts =
        detectable_on_two_sides(subject, DetectablePart::uplink, residual.sending, residual.receiving,
                                min_partners_of_hosts(*subject.survey));
    const Window all = windows_of(*subject.survey).back();
    const float deviation = bulk_of(on_two_sides(residual.sending, residual.receiving, all)).deviation;
    const double of_quartile =
        std::exp(1.36 * deviation / std::sqrt(static_cast<double>(groups.back().size())));
    return Detectable{DetectablePart::uplink,
                      std::fmin(of_all.short_messages * of_quartile, of_hosts.short_messages),
                      std::fmin(of_all.long_messages * of_quartile, of_hosts.long_messages),
                      std::fmin(of_all.all_messages * of_quartile, of_hosts.all_messages)};
}

Detection find_slow_switches(const Case& subject, Residual residual) {
    return find_at_all_levels(subject, std::move(residual), find_slow_switches_among);
}

}  // namespace

extern constinit const Detector slow_switches_detector{"slow switches", missing_switches, find_slow_switches,
                                                       detectable_switch};

}  // namespace fabricmap::diagnosis
