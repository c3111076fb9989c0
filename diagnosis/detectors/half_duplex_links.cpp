// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"
#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/groups.hpp"
#include "diagnosis/residual/host_means.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// Where bytes, not the path, take the time.
constexpr std::int64_t shortest_length = std::int64_t{64} * 1024;
/// What is a link's, and what is that of all pairs of a host or a switch, which noise hides less.
constexpr float min_ratio_of_a_link = 1.5F;
constexpr float min_ratio_of_many_pairs = 1.35F;
/// A class that is slower than this as a whole is not full duplex anywhere.
constexpr float full_duplex = 1.25F;
constexpr std::size_t min_hosts_of_a_switch = 3;
constexpr int min_hosts_to_compare = 3;
constexpr std::size_t max_half_duplex_lengths = 8;

/// Long lengths that both runs have: their indices in each.
std::vector<std::pair<std::size_t, std::size_t>> common_lengths(const Case& subject) {
    std::vector<std::pair<std::size_t, std::size_t>> common;
    const std::vector<std::int64_t>& here = subject.survey->lengths;
    const std::vector<std::int64_t>& there = subject.both_ways->description().message_lengths;
    for (std::size_t k = 0; k < here.size(); ++k) {
        const auto found = std::lower_bound(there.begin(), there.end(), here[k]);
        if (here[k] < shortest_length || found == there.end() || *found != here[k]) continue;
        common.emplace_back(k, static_cast<std::size_t>(found - there.begin()));
    }
    if (common.size() > max_half_duplex_lengths)
        common.erase(common.begin(), common.end() - max_half_duplex_lengths);
    return common;
}

Eigen::ArrayXXf slowdown_both_ways(const Case& subject) {
    const auto other = subject.both_ways->stack(subject.both_ways->preferred());
    std::vector<PlaneRatio> ratios;
    for (const auto& [one_way, both_ways] : common_lengths(subject))
        ratios.push_back({{*other, both_ways}, {*subject.stack, one_way}});
    const Eigen::ArrayXXf slower = mean_log_ratios(ratios, subject.survey->machine);
    return (slower + slower.transpose()) / 2;  // both directions are in use either way
}

Finding half_duplex_finding(const Case& subject, float ratio, const Outlier& outlier) {
    Finding finding;
    finding.kind = FindingKind::half_duplex_link;
    finding.side = Side::both;
    set_effect(finding, ratio, outlier);
    const auto lengths = common_lengths(subject);
    finding.from_length_bytes = subject.survey->lengths[lengths.front().first];
    finding.to_length_bytes = subject.survey->lengths[lengths.back().first];
    finding.evidence.curve.assign(subject.survey->lengths.size(), std::numeric_limits<double>::quiet_NaN());
    for (const auto& [one_way, both_ways] : lengths) finding.evidence.curve[one_way] = finding.effect->factor;
    return finding;
}

/// By how much the archives of the two runs may make ratios too large: a logarithm.
float error_of(const Case& subject) {
    return static_cast<float>(std::log1p(subject.run->description().archive_error) +
                              std::log1p(subject.both_ways->description().archive_error));
}

/// All but those hosts.
HostList hosts_beside(const HostList& group, Eigen::Index hosts) {
    HostList others;
    for (const HostIndex host : IndexRange<HostIndex>(hosts)) {
        if (std::find(group.begin(), group.end(), host) == group.end()) others.push_back(host);
    }
    return others;
}

/// Calls the sets of hosts most of whose pairs with all others are slower: the ratios are theirs no more.
template <typename Name>
void find_sets(const Groups& sets, const Case& subject, Eigen::ArrayXXf& ratios,
               std::vector<Finding>& findings, const Name& name) {
    const Eigen::Index hosts = ratios.rows();
    Eigen::ArrayXf shared(std::ssize(sets));
    for (std::size_t number = 0; number < sets.size(); ++number) {
        shared(static_cast<Eigen::Index>(number)) =
            lower_quartile(values_between(ratios, sets[number], hosts_beside(sets[number], hosts)));
    }
    const float limit = std::max(std::log(min_ratio_of_many_pairs), error_of(subject));
    for (const Outlier& outlier : find_outliers(std::vector{shared}, limit)) {
        findings.push_back(
            half_duplex_finding(subject, shared(static_cast<Eigen::Index>(outlier.part)), outlier));
        name(findings.back(), outlier.part);
    }
    for (std::size_t number = 0; number < sets.size(); ++number) {
        // What is slower by less than an outlier is still no matter of single links.
        if (!(shared(static_cast<Eigen::Index>(number)) >= std::log(full_duplex))) continue;
        for (const HostIndex host : sets[number]) {
            for (const HostIndex other : hosts_beside(sets[number], hosts))
                ratios(host, other) = ratios(other, host) = no_value;
        }
    }
}

void find_switches(const Case& subject, Eigen::ArrayXXf& ratios, std::vector<Finding>& findings) {
    const Survey& survey = *subject.survey;
    for (const Groups& groups : subject.partitions) {
        if (std::any_of(groups.begin(), groups.end(),
                        [](const auto& group) { return group.size() < min_hosts_of_a_switch; }))
            continue;
        find_sets(groups, subject, ratios, findings, [&](Finding& finding, std::size_t number) {
            finding.evidence.notes.emplace_back(
                "All paths to and from these hosts are affected, and none between them: their uplink.");
            name_switch(finding, survey.machine, groups[number]);
            weigh(finding, pairs_of_hosts(survey, groups[number]), subject);
        });
    }
}

void find_hosts(const Case& subject, Eigen::ArrayXXf& ratios, std::vector<Finding>& findings) {
    const Survey& survey = *subject.survey;
    Groups hosts;
    for (const HostIndex host : survey.machine.hosts.indices()) {
        if (survey.partners.suffice_for(host)) hosts.push_back({host});
    }
    if (survey.machine.host_count() < min_hosts_to_compare) return;
    find_sets(hosts, subject, ratios, findings, [&](Finding& finding, std::size_t number) {
        const HostIndex host = hosts[number].front();
        finding.evidence.notes.emplace_back("All paths to and from this host are affected: its own port.");
        name_host(finding, survey.machine, host);
        weigh(finding, pairs_of_host(survey, host), subject);
    });
}

void find_links(const Case& subject, const Eigen::ArrayXXf& ratios, std::vector<Finding>& findings) {
    const Survey& survey = *subject.survey;
    const std::vector<Eigen::ArrayXf> of_links{ratios.reshaped()};
    const float limit = std::max(std::log(min_ratio_of_a_link), std::log(full_duplex) + error_of(subject));
    for (const Outlier& outlier : find_outliers(of_links, limit)) {
        const auto [one, other] = pair_at(outlier.part, survey.machine.hosts.size());
        if (one > other) continue;  // the matrix is symmetric
        findings.push_back(
            half_duplex_finding(subject, of_links.front()(static_cast<Eigen::Index>(outlier.part)), outlier));
        name_link(findings.back(), survey.machine, one, other);
        weigh(findings.back(), pairs_of_link(survey, one, other), subject);
    }
}

std::optional<std::string> missing_run_both_ways(const Case& subject) {
    if (subject.survey->machine.host_count() == 1) return std::string(reason_one_host);
    if (!is_judged_as(subject.run->description(), JudgedAs::one_way)) {
        return "needs a one_to_one and an async_one_to_one run";
    }
    if (subject.both_ways == nullptr) return "no async_one_to_one run";
    if (common_lengths(subject).empty()) return "the two runs have no length from 64K on in common";
    const float usual = median_of_numbers(slowdown_both_ways(subject).reshaped());
    if (usual > std::log(full_duplex)) {
        return fmt::format("all pairs are slower when both sides send ({} times in the middle)",
                           format_factor(std::exp(usual), 2));
    }
    return std::nullopt;
}

Detection find_half_duplex_links(const Case& subject, Residual residual) {
    Eigen::ArrayXXf ratios = slowdown_both_ways(subject);
    std::vector<Finding> findings;
    find_switches(subject, ratios, findings);
    find_hosts(subject, ratios, findings);
    find_links(subject, ratios, findings);
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector half_duplex_links_detector{"half-duplex links", missing_run_both_ways,
                                                           find_half_duplex_links};

}  // namespace fabricmap::diagnosis
