// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/moves.hpp"
#include "diagnosis/explanation/proposals.hpp"
#include "diagnosis/explanation/replacing.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// Groups most of whose hosts are chosen, and the other chosen hosts one by one.
std::vector<HostList> parts_of(const std::vector<bool>& is_chosen, const GroupLabels& labels) {
    std::vector<bool> is_left = is_chosen;
    std::vector<HostList> parts;
    for (int group = 0; group < group_count(labels); ++group) {
        HostList hosts = hosts_of_group(labels, group);
        const auto chosen = std::count_if(hosts.begin(), hosts.end(), [&](HostIndex host) {
            return is_chosen[static_cast<std::size_t>(host)];
        });
        if (hosts.size() < 2 || 2 * chosen <= std::ssize(hosts)) continue;
        for (const HostIndex host : hosts) is_left[static_cast<std::size_t>(host)] = false;
        parts.push_back(std::move(hosts));
    }
    for (std::size_t host = 0; host < is_left.size(); ++host) {
        if (is_left[host]) parts.push_back({HostIndex(host)});
    }
    return parts;
}

/// What explains most as a fault of this host, or of this one of so many groups.
std::optional<Cause> best_cause_of(const Fit& fit, const HostList& hosts, int groups) {
    std::optional<Cause> best;
    const auto attempt = [&](Cause draft, PairList pairs, double cost) {
        draft.pairs = std::move(pairs);
        draft.window = fit.all_bands();
        std::optional<Cause> cause = evaluate(fit, std::move(draft), cost);
        if (cause && (!best || cause->net() > best->net())) best = std::move(cause);
    };
    for (const Side side : {Side::both, Side::sender, Side::receiver}) {
        if (hosts.size() == 1) {
            const HostIndex host = hosts.front();
            attempt(host_cause(host, side), pairs_of_host(fit, host, side), cost_of_host(fit));
            continue;
        }
        for (const CauseKind kind : {CauseKind::uplink, CauseKind::leaf}) {
            if (kind == CauseKind::leaf && side != Side::both) continue;
            attempt(group_cause(kind, hosts, side), pairs_of_group(fit, hosts, kind, side),
                    cost_of_group(fit, groups));
        }
    }
    return best;
}

/// Adds what is worth its name of these parts, the best first.
bool add_parts(Fit& fit, std::vector<HostList> parts, int groups) {
    constexpr double min_net = 3;
    bool has_added = false;
    while (!parts.empty()) {
        std::optional<Cause> best;
        for (const HostList& part : parts) {
            std::optional<Cause> cause = best_cause_of(fit, part, groups);
            if (cause && cause->net() > (best ? best->net() : min_net)) best = std::move(cause);
        }
        if (!best) break;
        std::erase(parts, best->hosts);
        fit.add(std::move(*best));
        fit.refit(Fit::Noise::held);
        has_added = true;
    }
    return has_added;
}

/// All hosts or groups, and which of them are of one of the two kinds.
std::vector<bool> chosen_by(const Cause& kind, const Cause& other, const std::vector<HostList>& members) {
    std::vector<bool> chosen;
    chosen.reserve(members.size());
    for (const HostList& member : members) {
        chosen.push_back(std::find(kind.members.begin(), kind.members.end(), member) != kind.members.end() ||
                         std::find(other.members.begin(), other.members.end(), member) !=
                             other.members.end());
    }
    return chosen;
}

/// In the place of both, which may be the same.
bool replace_by_one(Fit& fit, const Cause& kind, const Cause& other) {
    return replace_by(
        fit, [&](const Cause& cause) { return cause.number == kind.number || cause.number == other.number; },
        [&](const Fit& tried) {
            const std::vector<HostList> members = members_of_kinds(tried, kind.kind);
            return evaluate_kind(tried, kind.kind, members, chosen_by(kind, other, members), kind.by_sides);
        });
}

std::vector<Cause> kinds_of(const Fit& fit) {
    std::vector<Cause> kinds = fit.causes();
    std::erase_if(kinds, [](const Cause& cause) { return !cause.is_kind(); });
    return kinds;
}

bool join_two_kinds(Fit& fit) {
    const std::vector<Cause> kinds = kinds_of(fit);
    for (std::size_t at = 0; at < kinds.size(); ++at) {
        for (std::size_t other = 0; other < at; ++other) {
            const bool are_alike =
                kinds[at].kind == kinds[other].kind && kinds[at].by_sides == kinds[other].by_sides;
            if (are_alike && replace_by_one(fit, kinds[at], kinds[other])) return true;
        }
    }
    return false;
}

bool is_of_a_host(const Cause& cause) {
    return !cause.is_kind() && cause.hosts.size() == 1;
}

/// The kind, and what is said of the host alone.
Picked is_of_kind_or_host(const Cause& kind, HostIndex host) {
    return [&kind, host](const Cause& cause) {
        return cause.number == kind.number || (is_of_a_host(cause) && cause.hosts.front() == host);
    };
}

/// All hosts of a group that is slow itself may be taken for those of a kind, or for the others, by what most
/// of them are: then one that is not looks slow. Whether it is shorter that the others are not.
bool set_apart_from_neighbours(Fit& fit, HostIndex odd, const Cause& kind) {
    if (fit.structure().groups.empty()) return false;
    const GroupLabels& labels = fit.structure().groups.front();
    std::vector<bool> chosen(static_cast<std::size_t>(fit.hosts()));
    for (const HostIndex host : kind.hosts) chosen[static_cast<std::size_t>(host)] = true;
    const bool odd_is_chosen = chosen[static_cast<std::size_t>(odd)];
    for (const HostIndex host : hosts_of_group(labels, labels[static_cast<std::size_t>(odd)])) {
        if (host != odd) chosen[static_cast<std::size_t>(host)] = !odd_is_chosen;
    }
    return replace_by(fit, is_of_kind_or_host(kind, odd), [&](const Fit& tried) {
        return evaluate_kind(tried, kind.kind, members_of_kinds(tried, kind.kind), chosen, kind.by_sides);
    });
}

/// A slow host may be taken for one of the kind because it is about as slow, and then seems to be slow with
/// some of its partners in another way. Whether it is shorter that it is of the others, or the other way
/// round.
bool change_kind_of(Fit& fit, HostIndex odd, const Cause& kind) {
    if (kind.by_sides) return false;
    const std::vector<HostList> members = members_of_kinds(fit, kind.kind);
    std::vector<bool> chosen = chosen_by(kind, kind, members);
    chosen[static_cast<std::size_t>(odd)].flip();
    if (count_chosen(chosen) == 0) return false;
    return replace(fit, is_of_kind_or_host(kind, odd), [&](Fit& tried) {
        std::optional<Cause> changed = evaluate_choice(tried, kind.kind, members, chosen);
        if (!changed) return false;
        tried.add(std::move(*changed));
        tried.refit(Fit::Noise::held);
        add_parts(tried, {{odd}}, 0);
        return true;
    });
}

bool set_one_apart(Fit& fit) {
    constexpr std::size_t max_odd_hosts = 8;
    std::set<HostIndex> odd_hosts;
    for (const Cause& cause : fit.causes()) {
        if (is_of_a_host(cause)) odd_hosts.insert(cause.hosts.front());
    }
    if (odd_hosts.size() > max_odd_hosts) return false;
    for (const Cause& kind : kinds_of(fit)) {
        if (kind.kind != CauseKind::kind_of_hosts) continue;
        for (const HostIndex odd : odd_hosts) {
            if (set_apart_from_neighbours(fit, odd, kind) || change_kind_of(fit, odd, kind)) return true;
        }
    }
    return false;
}

}  // namespace

void choose_kinds_anew(Fit& fit) {
    constexpr int max_steps = 20;
    if (fit.causes().size() < 2) return;
    for (const Cause& kind : kinds_of(fit)) replace_by_one(fit, kind, kind);
    for (int step = 0; step < max_steps && (join_two_kinds(fit) || set_one_apart(fit)); ++step) {
    }
}

bool take_kinds_apart(Fit& fit) {
    constexpr std::size_t max_parts = 8;
    std::vector<bool> is_chosen(static_cast<std::size_t>(fit.hosts()));
    for (const Cause& cause : fit.causes()) {
        if (!cause.is_kind()) continue;
        for (const HostIndex host : cause.hosts) is_chosen[static_cast<std::size_t>(host)] = true;
    }
    const Picked is_of_them = [&](const Cause& cause) {
        return cause.is_kind() ||
               (cause.kind == CauseKind::host && is_chosen[static_cast<std::size_t>(cause.hosts.front())]);
    };
    for (const GroupLabels& labels : fit.structure().groups) {
        const std::vector<HostList> parts = parts_of(is_chosen, labels);
        if (parts.empty() || parts.size() > max_parts) continue;
        const auto add = [&](Fit& tried) { return add_parts(tried, parts, group_count(labels)); };
        if (replace(fit, is_of_them, add)) return true;
    }
    return false;
}

}  // namespace fabricmap::diagnosis
