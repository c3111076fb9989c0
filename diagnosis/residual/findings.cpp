// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/findings.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

void add_ranks(Finding& finding, const Machine& machine, const HostList& hosts) {
    for (const HostIndex host : hosts) {
        const std::vector<RankIndex>& ranks = machine.ranks_of[host];
        finding.ranks.insert(finding.ranks.end(), ranks.begin(), ranks.end());
    }
    std::sort(finding.ranks.begin(), finding.ranks.end());
}

std::vector<std::string> names_of(const Machine& machine, const HostList& hosts) {
    std::vector<std::string> names;
    names.reserve(hosts.size());
    for (const HostIndex host : hosts) names.push_back(machine.hosts[host]);
    return names;
}

/// From the ranks of one host to those of another.
std::int64_t pairs_between(const Survey& survey, HostIndex from, HostIndex to) {
    std::int64_t pairs = 0;
    for (const RankIndex sender : survey.machine.ranks_of[from]) {
        for (const RankIndex receiver : survey.machine.ranks_of[to]) {
            if (survey.classes.measured(sender, receiver)) ++pairs;
        }
    }
    return pairs;
}

/// Of `pairs` in both directions, as many as the side has, as a fraction of `all`. Severity goes by it.
std::int64_t set_severity(Finding& finding, std::int64_t pairs, std::int64_t all) {
    const std::int64_t affected = finding.side == Side::both ? pairs : pairs / 2;
    const double fraction =
        static_cast<double>(affected) / static_cast<double>(std::max<std::int64_t>(1, all));
    finding.evidence.numbers["pairs"] = static_cast<double>(affected);
    finding.evidence.numbers["fraction_of_pairs"] = fraction;
    finding.severity = finding.effect ? std::max(0.0, finding.effect->factor - 1) * fraction : fraction;
    return affected;
}

}  // namespace

void name_host(Finding& finding, const Machine& machine, HostIndex host) {
    finding.part = part::Host{machine.hosts[host]};
    add_ranks(finding, machine, {host});
}

void name_rank(Finding& finding, const Machine& machine, RankIndex rank) {
    finding.part = part::Rank{rank, machine.hosts[machine.host_of[rank]]};
    finding.ranks = {rank};
}

void name_link(Finding& finding, const Machine& machine, HostIndex sender, HostIndex receiver) {
    finding.part = part::Link{machine.hosts[sender], machine.hosts[receiver]};
    add_ranks(finding, machine, {sender, receiver});
}

void name_switch(Finding& finding, const Machine& machine, const HostList& hosts) {
    finding.part = part::Switch{names_of(machine, hosts)};
    add_ranks(finding, machine, hosts);
}

void name_kind(Finding& finding, const Machine& machine, const HostList& hosts) {
    finding.part = part::Kind{names_of(machine, hosts)};
    add_ranks(finding, machine, hosts);
}

void name_path(Finding& finding, const Machine& machine, const HostList& senders, const HostList& receivers) {
    finding.part = part::Path{names_of(machine, senders), names_of(machine, receivers)};
    add_ranks(finding, machine, senders);
    add_ranks(finding, machine, receivers);
}

std::int64_t pairs_of_host(const Survey& survey, HostIndex host) {
    std::int64_t pairs = 0;
    for (const RankIndex rank : survey.machine.ranks_of[host]) pairs += pairs_of_rank(survey, rank);
    return pairs - pairs_between(survey, host, host);
}

std::int64_t pairs_of_hosts(const Survey& survey, const HostList& hosts) {
    std::int64_t pairs = 0;
    for (const HostIndex host : hosts) pairs += pairs_of_host(survey, host);
    return pairs;
}

std::int64_t pairs_of_link(const Survey& survey, HostIndex host, HostIndex other) {
    return pairs_between(survey, host, other) + pairs_between(survey, other, host);
}

std::int64_t pairs_of_rank(const Survey& survey, RankIndex rank) {
    std::int64_t pairs = 0;
    for (std::int64_t other = 0; other < survey.machine.rank_count(); ++other)
        pairs += int{survey.classes.measured(rank, other)} + int{survey.classes.measured(other, rank)};
    return pairs;
}

void set_effect(Finding& finding, float effect, const Outlier& outlier) {
    constexpr float normal_95 = 1.96F;
    finding.effect = Effect{
        std::exp(effect),
        {std::exp(effect - normal_95 * outlier.deviation), std::exp(effect + normal_95 * outlier.deviation)}};
    finding.confidence = 1 - outlier.chance;
    finding.evidence.z = outlier.z;
}

void weigh(Finding& finding, std::int64_t pairs, const Case& subject) {
    const Survey& survey = *subject.survey;
    const std::int64_t affected = set_severity(finding, pairs, survey.classes.pairs_measured());
    finding.evidence.cells = affected * static_cast<std::int64_t>(survey.lengths.size());
}

void weigh_failure(Finding& finding, std::int64_t pairs, const Machine& machine) {
    const std::int64_t ranks = machine.rank_count();
    set_severity(finding, pairs, ranks * (ranks - 1));
}

void note_missing_majority(Finding& kind, std::size_t slower, std::size_t hosts) {
    const double fraction = static_cast<double>(slower) / static_cast<double>(hosts);
    if (fraction <= fraction_without_majority && hosts != 3) return;
    kind.evidence.notes.push_back(
        {"The two kinds have {} and {} hosts: delays cannot show which of them is the healthy "
         "one, or whether they are far from each other.",
         {std::to_string(slower), std::to_string(hosts - slower)}});
}

}  // namespace fabricmap::diagnosis
