// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/findings.hpp"
#include "diagnosis/detectors/two_sides.hpp"
#include "diagnosis/statistics/robust.hpp"
#include "diagnosis/statistics/two_modes.hpp"
#include "diagnosis/structure/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t fewest_hosts_of_two_kinds = 12;
/// Fewer hosts that are slow alike are each a fault.
constexpr std::size_t fewest_hosts_of_a_kind = 6;
constexpr double least_share_of_a_kind = 0.08;
/// From so many on nobody knows which of two kinds is the healthy one.
constexpr double share_without_majority = 0.4;

std::size_t fewest_of_a_kind(std::size_t hosts) {
    const double share = std::ceil(least_share_of_a_kind * static_cast<double>(hosts));
    return std::max(fewest_hosts_of_a_kind, static_cast<std::size_t>(share));
}

/// What a host adds to a message that it sends or receives, on average: lengths × hosts.
Eigen::ArrayXXf added_by_hosts(const Survey& survey) {
    return (shared_by_hosts(survey.effects.sending, survey.machine) +
            shared_by_hosts(survey.effects.receiving, survey.machine)) /
           2;
}

struct Kinds {
    std::vector<bool> is_slower;  ///< of each host
    std::size_t slower = 0;
    std::size_t window = 0;
    TwoModes modes;
};

std::optional<Kinds> kinds_of(const Eigen::ArrayXXf& added, const Case& subject) {
    const std::vector<Window> windows = windows_of(*subject.survey);
    const std::vector<float> steps = clock_steps(subject, windows);
    std::optional<Kinds> best;
    for (std::size_t number = 0; number < windows.size(); ++number) {
        const Eigen::ArrayXf values = mean_over(added, windows[number]);
        const float least = subject.floor() / 2 + steps[number];
        const auto modes = two_modes_of(std::span(values.data(), static_cast<std::size_t>(values.size())),
                                        fewest_of_a_kind(static_cast<std::size_t>(values.size())), least);
        if (!modes || modes->high - modes->low < subject.floor()) continue;
        if (best && best->modes.high - best->modes.low >= modes->high - modes->low) continue;
        best = Kinds{{}, 0, number, *modes};
        for (const float value : values) {
            best->is_slower.push_back(value > modes->boundary);
            if (best->is_slower.back()) ++best->slower;
        }
    }
    return best;
}

/// Whether the hosts are all those below one switch, whose matter it is then.
bool are_one_group(const std::vector<bool>& chosen, std::size_t count, const Topology& topology) {
    return std::any_of(topology.levels.begin(), topology.levels.end(), [&](const TopologyLevel& level) {
        return std::any_of(level.groups.begin(), level.groups.end(), [&](const std::vector<int>& group) {
            return group.size() == count && std::all_of(group.begin(), group.end(), [&](int host) {
                       return chosen[static_cast<std::size_t>(host)];
                   });
        });
    });
}

Finding mixed_hosts_finding(const Case& subject, const Kinds& kinds) {
    const Machine& machine = subject.survey->machine;
    Finding finding;
    finding.kind = FindingKind::mixed_hosts;
    std::vector<int> slower;
    std::int64_t pairs = 0;
    for (std::size_t host = 0; host < machine.hosts.size(); ++host) {
        if (!kinds.is_slower[host]) continue;
        slower.push_back(static_cast<int>(host));
        pairs += pairs_of_host(*subject.survey, host);
    }
    name_kind(finding, machine, slower);
    weigh(finding, pairs, subject);
    const double share = static_cast<double>(kinds.slower) / static_cast<double>(machine.hosts.size());
    finding.evidence.numbers["hosts_of_this_kind"] = static_cast<double>(kinds.slower);
    if (share > share_without_majority) {
        finding.evidence.notes.push_back(fmt::format(
            "The two kinds are of {} and {} hosts: delays cannot tell which of them is the healthy one.",
            kinds.slower, machine.hosts.size() - kinds.slower));
    }
    return finding;
}

}  // namespace

std::optional<Structure> find_mixed_hosts(const Case& subject) {
    const Survey& survey = *subject.survey;
    if (survey.machine.hosts.size() < fewest_hosts_of_two_kinds) return std::nullopt;
    const Eigen::ArrayXXf added = added_by_hosts(survey);
    const std::optional<Kinds> kinds = kinds_of(added, subject);
    if (!kinds || are_one_group(kinds->is_slower, kinds->slower, survey.classes.topology))
        return std::nullopt;
    Structure structure;
    structure.finding = mixed_hosts_finding(subject, *kinds);
    structure.names = {"", "to slower kind", "from slower kind", "within slower kind"};
    structure.part_of = [is_slower = kinds->is_slower, host_of = survey.machine.host_of](int sender,
                                                                                         int receiver) {
        const auto is_slower_rank = [&](int rank) {
            return is_slower[static_cast<std::size_t>(host_of[static_cast<std::size_t>(rank)])];
        };
        return std::size_t{2} * (is_slower_rank(sender) ? 1 : 0) + (is_slower_rank(receiver) ? 1 : 0);
    };
    return structure;
}

}  // namespace fabricmap::diagnosis
