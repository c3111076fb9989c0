// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"

#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricmap::diagnosis {
namespace {

template <typename Part>
using Counts = Indexed<Part, PartnerCount>;

/// Indices of the parts that cannot be judged.
template <typename Part>
std::vector<Part> with_few_partners(const Counts<Part>& counts) {
    std::vector<Part> parts;
    for (const Part part : counts.indices()) {
        if (!counts[part].is_enough()) parts.push_back(part);
    }
    return parts;
}

/// What they have and what it takes, of the part with the most.
template <typename Part>
std::string reason(const Counts<Part>& counts, const std::vector<Part>& parts, const std::string& part) {
    const PartnerCount& largest =
        counts[*std::max_element(parts.begin(), parts.end(), [&](Part one, Part other) {
            return counts[one].measured < counts[other].measured;
        })];
    return fmt::format(
        "measured with at most {}, {} needed per {}; measure more pairs (network_test: --sample-pairs)",
        counted(largest.measured, "other " + part), largest.needed(), part);
}

template <typename Part>
std::optional<std::string> reason_against_all(const Counts<Part>& counts, const std::string& part) {
    const std::vector<Part> parts = with_few_partners(counts);
    if (parts.empty() || parts.size() < counts.size()) return std::nullopt;
    return reason(counts, parts, part);
}

/// Hosts of which a finding or the command line already shows why they were not measured.
std::set<std::string> reported_hosts(const Machine& machine, const std::vector<Finding>& findings) {
    std::set<std::string> reported;
    for (const Finding& finding : findings) {
        if (finding.kind != FindingKind::failed_pair) continue;
        const std::vector<std::string> hosts = hosts_of(finding.part);
        reported.insert(hosts.begin(), hosts.end());
    }
    for (const HostIndex host : machine.left_out) reported.insert(machine.hosts[host]);
    return reported;
}

HostList unreported_hosts(const Case& subject, const std::set<std::string>& reported) {
    HostList hosts = with_few_partners(subject.survey->partners.of_hosts);
    std::erase_if(hosts,
                  [&](HostIndex host) { return reported.contains(subject.survey->machine.hosts[host]); });
    return hosts;
}

template <typename Part, typename NameOf>
NotExamined named(const Counts<Part>& counts, const std::vector<Part>& parts, const std::string& part,
                  const NameOf& name_of_part) {
    std::vector<std::string> names;
    names.reserve(parts.size());
    for (const Part number : parts) names.push_back(name_of_part(number));
    return {format_host_list(names), reason(counts, parts, part)};
}

}  // namespace

std::optional<std::string> missing_partner_hosts(const Case& subject) {
    return reason_against_all(subject.survey->partners.of_hosts, "host");
}

std::optional<std::string> missing_partner_ranks(const Case& subject) {
    return reason_against_all(subject.survey->partners.of_ranks, "rank");
}

std::optional<std::string> missing_switches(const Case& subject) {
    // Groups are those of the algorithm.
    if (has_trait(subject.run->description(), &ModeTraits::passes_other_ranks))
        return std::string(reason_led_over_others);
    if (subject.survey->machine.host_count() == 1) return std::string(reason_one_host);
    if (!subject.partitions.empty()) return missing_partner_hosts(subject);
    if (subject.survey->classes.topology.levels.empty()) return "no groups of hosts visible in the delays";
    return "fewer than three groups of hosts";
}

std::optional<std::string> missing_hosts_to_compare(const Case& subject) {
    const Machine& machine = subject.survey->machine;
    constexpr int min_hosts = 3;
    if (machine.host_count() >= min_hosts) return missing_partner_hosts(subject);
    if (!machine.names_known) return "fewer than three ranks, and no host names";
    return std::string(machine.host_count() == 1 ? reason_one_host : "fewer than three hosts");
}

std::optional<std::string> missing_links_to_compare(const Case& subject) {
    const RunDescription& run = subject.run->description();
    if (has_trait(run, &ModeTraits::passes_other_ranks)) return std::string(reason_led_over_others);
    // What they add to a pair's delay would be taken for the link's.
    if (is_beside_noise(run)) return "each pair had other noisy ranks beside it";
    return missing_hosts_to_compare(subject);
}

std::vector<std::string> hosts_with_few_partners(const Case& subject, const std::vector<Finding>& findings) {
    const Machine& machine = subject.survey->machine;
    std::vector<std::string> names;
    for (const HostIndex host : unreported_hosts(subject, reported_hosts(machine, findings)))
        names.push_back(machine.hosts[host]);
    return names;
}

std::vector<NotExamined> parts_with_few_partners(const Case& subject, const std::vector<Finding>& findings) {
    const Machine& machine = subject.survey->machine;
    const auto& [of_ranks, of_hosts] = subject.survey->partners;
    const std::set<std::string> reported = reported_hosts(machine, findings);
    const HostList hosts = unreported_hosts(subject, reported);
    std::vector<RankIndex> ranks = with_few_partners(of_ranks);
    std::erase_if(ranks,
                  [&](RankIndex rank) { return reported.contains(machine.hosts[machine.host_of[rank]]); });

    std::vector<NotExamined> parts;
    if (!hosts.empty() && !missing_partner_hosts(subject)) {
        parts.push_back(named(of_hosts, hosts, "host", [&](HostIndex host) { return machine.hosts[host]; }));
    }
    if (!ranks.empty() && machine.has_hosts_of_several_ranks() && !missing_partner_ranks(subject)) {
        parts.push_back(
            named(of_ranks, ranks, "rank", [](RankIndex rank) { return fmt::format("rank{}", int{rank}); }));
    }
    if (!missing_switches(subject) && subject.partitions.back().size() < min_groups_to_be_sure) {
        parts.push_back({"slow uplinks that look like longer ways",
                         fmt::format("fewer than {} groups of hosts to compare", min_groups_to_be_sure)});
    }
    return parts;
}

int min_partners_of_hosts(const Survey& survey) {
    int count = survey.machine.host_count();
    for (const HostIndex host : survey.machine.hosts.indices()) {
        if (survey.partners.suffice_for(host))
            count = std::min(count, survey.partners.of_hosts[host].measured);
    }
    return count;
}

}  // namespace fabricmap::diagnosis
