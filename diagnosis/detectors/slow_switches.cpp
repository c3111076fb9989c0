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

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts = 3;

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

std::vector<Finding> find_slow_switches_among(const Groups& groups, const Case& subject, Residual& residual) {
    const Survey& survey = *subject.survey;
    const Eigen::ArrayXXf sending = of_groups(residual.sending, groups);
    const Eigen::ArrayXXf receiving = of_groups(residual.receiving, groups);
    std::vector<Finding> findings;
    for (const auto& [group, outlier] : find_outliers_on_two_sides(subject, sending, receiving)) {
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

/// Of the smallest groups.
std::optional<Detectable> detectable_switch(const Case& subject, const Residual& residual) {
    const Groups groups = partitions_of(*subject.survey).back();
    return detectable_on_two_sides(subject, DetectablePart::uplink, of_groups(residual.sending, groups),
                                   of_groups(residual.receiving, groups));
}

Detection find_slow_switches(const Case& subject, Residual residual) {
    return find_at_all_levels(subject, std::move(residual), find_slow_switches_among);
}

}  // namespace

extern constinit const Detector slow_switches_detector{"slow switches", missing_switches, find_slow_switches,
                                                       detectable_switch};

}  // namespace fabricmap::diagnosis
