// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/findings.hpp"

#include "diagnosis/detectors/advice.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

void add_host(Finding& finding, const Machine& machine, std::size_t host) {
    finding.hosts.push_back(machine.hosts[host]);
    const std::vector<int>& ranks = machine.ranks_of[host];
    finding.ranks.insert(finding.ranks.end(), ranks.begin(), ranks.end());
    std::sort(finding.ranks.begin(), finding.ranks.end());
}

}  // namespace

void name_host(Finding& finding, const Machine& machine, std::size_t host) {
    add_host(finding, machine, host);
}

void name_link(Finding& finding, const Machine& machine, std::size_t sender, std::size_t receiver) {
    add_host(finding, machine, sender);
    add_host(finding, machine, receiver);
}

std::int64_t pairs_of_host(const Machine& machine, std::size_t host) {
    const auto ranks = static_cast<std::int64_t>(machine.ranks_of[host].size());
    return 2 * ranks * (machine.rank_count() - ranks);
}

std::int64_t pairs_of_link(const Machine& machine, std::size_t host, std::size_t other) {
    return static_cast<std::int64_t>(2 * machine.ranks_of[host].size() * machine.ranks_of[other].size());
}

void tell_effect(Finding& finding, float effect, const Call& call) {
    constexpr float normal_95 = 1.96F;
    finding.factor = std::exp(effect);
    finding.factor_interval = {std::exp(effect - normal_95 * call.deviation),
                               std::exp(effect + normal_95 * call.deviation)};
    finding.confidence = 1 - call.chance;
    finding.evidence.z = call.z;
}

void weigh(Finding& finding, std::int64_t pairs, const Case& subject) {
    const Survey& survey = *subject.survey;
    const std::int64_t affected = finding.side == Side::both ? pairs : pairs / 2;
    const std::int64_t ranks = survey.machine.rank_count();
    const double share = static_cast<double>(affected) / static_cast<double>(ranks * (ranks - 1));
    finding.evidence.cells = affected * static_cast<std::int64_t>(survey.lengths.size());
    finding.evidence.numbers["pairs"] = static_cast<double>(affected);
    finding.evidence.numbers["share_of_pairs"] = share;
    finding.severity = std::isfinite(finding.factor) ? std::max(0.0, finding.factor - 1) * share : share;
    finding.advice = advice_on(finding);
}

const Call* strongest_of(const std::vector<Call>& calls, const std::vector<std::size_t>& parts) {
    const Call* strongest = nullptr;
    for (const Call& call : calls) {
        if (std::find(parts.begin(), parts.end(), call.part) == parts.end()) continue;
        if (strongest == nullptr || call.effect > strongest->effect) strongest = &call;
    }
    return strongest;
}

}  // namespace fabricmap::diagnosis
