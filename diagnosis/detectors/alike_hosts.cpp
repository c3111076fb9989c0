// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/alike_hosts.hpp"

#include "diagnosis/residual/findings.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

// As of kinds that are sought beforehand.
constexpr double min_alike_hosts = 6;
constexpr double min_fraction_of_alike_hosts = 0.08;

bool is_slow_host(const Finding& finding) {
    return finding.kind == FindingKind::slow_node && finding.effect;
}

HostList slow_hosts_among(const std::vector<Finding>& findings, const Machine& machine) {
    HostList hosts;
    for (const HostIndex host : machine.hosts.indices()) {
        const bool is_slow = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
            return is_slow_host(finding) && hosts_of(finding.part).front() == machine.hosts[host];
        });
        if (is_slow) hosts.push_back(host);
    }
    return hosts;
}

}  // namespace

void join_hosts_of_a_kind(std::vector<Finding>& findings, const Case& subject) {
    const Machine& machine = subject.survey->machine;
    const HostList hosts = slow_hosts_among(findings, machine);
    const double needed = std::max(min_alike_hosts, min_fraction_of_alike_hosts * machine.host_count());
    if (static_cast<double>(hosts.size()) < needed) return;
    std::vector<float> effects;
    for (const Finding& finding : findings) {
        if (is_slow_host(finding)) effects.push_back(static_cast<float>(std::log(finding.effect->factor)));
    }
    const float middle = median_of_numbers(effects);
    const bool are_alike = std::all_of(effects.begin(), effects.end(), [&](float effect) {
        return effect > middle / 2 && effect < 2 * middle;
    });
    if (!are_alike) return;
    Finding kind = *std::find_if(findings.begin(), findings.end(), is_slow_host);
    kind.kind = FindingKind::mixed_hosts;
    kind.side = Side::both;
    kind.effect = Effect{std::exp(middle), no_interval};
    kind.predicate.reset();
    kind.advice.reset();
    kind.evidence.notes.clear();
    kind.evidence.numbers = {{"hosts_of_this_kind", static_cast<double>(hosts.size())}};
    name_kind(kind, machine, hosts);
    weigh(kind, pairs_of_hosts(*subject.survey, hosts), subject);
    std::erase_if(findings, is_slow_host);
    findings.push_back(std::move(kind));
}

}  // namespace fabricmap::diagnosis
