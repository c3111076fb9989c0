// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/added_changes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace fabricmap::diagnosis {
namespace {

std::set<std::string> hosts_in(const Finding& finding) {
    const std::vector<std::string> hosts = hosts_of(finding.part);
    return {hosts.begin(), hosts.end()};
}

/// Whether the change is the whole of the fault: the same part, as bad.
bool covers(const Finding& change, const Finding& fault) {
    constexpr double fraction_of_the_fault = 0.8;
    const bool is_one_rank = fault.kind == FindingKind::slow_rank;
    const bool is_slow =
        is_one_rank || fault.kind == FindingKind::slow_node || fault.kind == FindingKind::slow_link;
    const bool is_the_same = is_one_rank ? change.ranks == fault.ranks : hosts_in(change) == hosts_in(fault);
    return is_slow && change.kind == FindingKind::regression && is_the_same &&
           std::log(change.effect->factor) >= fraction_of_the_fault * std::log(fault.effect->factor);
}

/// Whether a change is a part of a larger fault that is reported: below a slow switch, or over a slow cable.
bool is_part_of(const Finding& change, const Finding& fault) {
    const bool is_larger =
        fault.kind == FindingKind::slow_switch ||
        (fault.kind == FindingKind::slow_link && std::holds_alternative<part::Cable>(fault.part));
    const bool is_of_all = std::holds_alternative<part::Machine>(change.part);
    if (!is_larger || is_of_all || hosts_in(change) == hosts_in(fault)) return false;
    const std::set<std::string> parts = hosts_in(change);
    const std::set<std::string> whole = hosts_in(fault);
    const bool touches = std::any_of(parts.begin(), parts.end(),
                                     [&](const std::string& host) { return whole.contains(host); });
    return touches;
}

}  // namespace

void add_changes(std::vector<Finding>& findings, std::vector<Finding> changes) {
    for (Finding& fault : findings) {
        const auto parts =
            std::erase_if(changes, [&](const Finding& change) { return is_part_of(change, fault); });
        if (parts == 0) continue;
        fault.evidence.notes.push_back(
            {"Against the baseline {} of its parts have changed.", {std::to_string(parts)}});
    }
    std::erase_if(findings, [&](const Finding& finding) {
        return std::any_of(changes.begin(), changes.end(),
                           [&](const Finding& change) { return covers(change, finding); });
    });
    std::move(changes.begin(), changes.end(), std::back_inserter(findings));
}

}  // namespace fabricmap::diagnosis
