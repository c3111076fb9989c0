// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/explained_faults.hpp"

#include "diagnosis/explanation/explain.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/residual/residual.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts_that_show_a_link = 4;

/// What the shortest explanation says instead.
bool is_explained(const Finding& finding) {
    constexpr std::array kinds{FindingKind::slow_node,    FindingKind::slow_switch,
                               FindingKind::slow_link,    FindingKind::mixed_hosts,
                               FindingKind::mixed_routes, FindingKind::partly_slow_node,
                               FindingKind::longer_cables};
    return std::find(kinds.begin(), kinds.end(), finding.kind) != kinds.end();
}

/// Whether it is one of the ranks that an adapter serves.
bool is_of_an_adapter(const Finding& finding, const std::vector<Finding>& explained) {
    return finding.kind == FindingKind::slow_rank &&
           std::any_of(explained.begin(), explained.end(), [&](const Finding& adapter) {
               return adapter.kind == FindingKind::slow_adapter &&
                      std::includes(adapter.ranks.begin(), adapter.ranks.end(), finding.ranks.begin(),
                                    finding.ranks.end());
           });
}

/// Whether one direction of a link is slower where a fault that is known has one of its hosts.
bool is_beside_a_fault(const Finding& finding, const std::vector<Finding>& explained) {
    if (finding.kind != FindingKind::asymmetric_link) return false;
    const std::vector<std::string> ends = hosts_of(finding.part);
    return std::any_of(explained.begin(), explained.end(), [&](const Finding& fault) {
        const std::vector<std::string> hosts = hosts_of(fault.part);
        return is_fault(fault.kind) &&
               std::find_first_of(hosts.begin(), hosts.end(), ends.begin(), ends.end()) != hosts.end();
    });
}

/// Of three pairs one that is slow, or two that are quick, look alike.
void leave_part_open(std::vector<Finding>& findings) {
    for (Finding& finding : findings) {
        if (finding.kind != FindingKind::slow_link) continue;
        finding.advice = Note(
            "Three hosts cannot show which part makes this pair differ from the two others: measure with a "
            "fourth.");
    }
}

}  // namespace

bool differs_by_place(const RunDescription& run) {
    return has_trait(run, &ModeTraits::begins_after_barrier) ||
           has_trait(run, &ModeTraits::passes_other_ranks);
}

bool can_be_explained(const RunDescription& run) {
    return !differs_by_place(run) && !is_beside_noise(run);
}

std::vector<Detectable> explain_instead(std::vector<Finding>& found, const Case& subject,
                                        const std::function<void()>& step) {
    std::erase_if(found, is_explained);
    Explanation explanation = explain(subject, found, step);
    std::vector<Finding>& explained = explanation.findings;
    // Of a link, the two directions may come to less than one.
    std::erase_if(explained, [&](const Finding& finding) {
        return is_fault(finding.kind) && finding.effect->factor < 1 + subject.min_effect;
    });
    if (subject.survey->machine.hosts.size() < min_hosts_that_show_a_link) leave_part_open(explained);
    std::erase_if(found, [&](const Finding& finding) {
        return is_of_an_adapter(finding, explained) || is_beside_a_fault(finding, explained);
    });
    std::move(explained.begin(), explained.end(), std::back_inserter(found));
    return explanation.detectable;
}

}  // namespace fabricmap::diagnosis
