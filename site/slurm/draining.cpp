// SPDX-License-Identifier: Apache-2.0
#include "site/slurm/draining.hpp"

#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "slurm/drain_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace fabricmap::site {
namespace {

constexpr std::string_view before_check = "[check ";

/// Without the name of the host, which stands beside it in all that shows it.
std::string reason_for(const HostRecord& host, const std::string& check) {
    std::string what = host.text;
    if (what.starts_with(host.host)) what.erase(0, host.host.size());
    what.erase(0, std::min(what.find_first_not_of(": "), what.size()));
    return fmt::format("{} {} {}{}]", own_reason, plain_reason(what), before_check, check);
}

/// Empty where the reason names none.
std::string check_in(const std::string& reason) {
    const auto begin = reason.find(before_check);
    if (begin == std::string::npos) return {};
    const auto id = begin + before_check.size();
    return reason.substr(id, std::min(reason.find(']', id), reason.size()) - id);
}

/// One of which nothing is known did not even answer.
double slowness(const HostRecord& host) {
    const double factor = std::fmax(host.sends.factor, host.receives.factor);
    return std::isfinite(factor) ? factor : std::numeric_limits<double>::infinity();
}

std::vector<HostRecord> faulty_hosts(const CheckRecord& check) {
    std::vector<HostRecord> hosts = check.hosts;
    std::erase_if(hosts, [](const HostRecord& host) { return host.verdict != HostVerdict::faulty; });
    std::stable_sort(hosts.begin(), hosts.end(), [](const HostRecord& one, const HostRecord& other) {
        return slowness(one) > slowness(other);
    });
    return hosts;
}

/// Empty where there is none. Where Slurm was not asked, hosts and nodes are called the same.
std::string node_of_host(const std::string& host, const KnownNodes& known) {
    const auto node = known.names.node_of(host);
    if (node || known.slurm) return node.value_or("");
    return node_names({host}).front();
}

/// Why the node is left as it is; empty where it may be drained.
std::string why_left(const std::string& node, const KnownNodes& known) {
    if (!is_plain_host_name(node))
        return "Slurm has no node of that name; say with --names what it is called";
    if (!known.slurm) return {};
    const SlurmNode* const now = known.slurm->find(node);
    if (now == nullptr) return fmt::format("Slurm has no node {}", node);
    if (!now->reason.empty() && !now->reason.starts_with(own_reason))
        return fmt::format("others gave it a reason: {}", printable(now->reason));
    return now->is_drained() ? fmt::format("drained already: {}", printable(now->reason)) : "";
}

std::size_t drained_by_us(const KnownNodes& known) {
    if (!known.slurm) return 0;
    const auto& nodes = known.slurm->nodes;
    return static_cast<std::size_t>(std::count_if(
        nodes.begin(), nodes.end(), [](const SlurmNode& node) { return node.is_drained_by_us(); }));
}

bool is_healthy(const StoredState& state) {
    return state.verdict == name_of(HostVerdict::healthy);
}

/// What the last check said of the node; null where none measured it.
const StoredState* last_state(const std::string& node, const StoredStates& states, const KnownNodes& known) {
    const StoredState* last = nullptr;
    for (const auto& [host, state] : states) {
        if (node_of_host(host, known) != node) continue;
        if (last == nullptr || state.check > last->check) last = &state;
    }
    return last;
}

std::string why_kept(const SlurmNode& node, const StoredStates& states, const KnownNodes& known) {
    const std::string drained_for = check_in(node.reason);
    if (drained_for.empty()) return fmt::format("its reason names no check: {}", printable(node.reason));
    const StoredState* const last = last_state(node.name, states, known);
    if (last == nullptr || last->check <= drained_for) return "no later check has measured it";
    if (!is_healthy(*last)) return fmt::format("it was {} in the check {}", last->verdict, last->check);
    return node.is_down() ? "measured healthy, and Slurm says that it is down" : "";
}

}  // namespace

std::vector<std::string> NodeChange::words() const {
    std::vector<std::string> words{"scontrol", "update", "nodename=" + node};
    if (reason.empty()) {
        words.emplace_back("state=resume");
    } else {
        words.insert(words.end(), {"state=drain", "reason=" + reason});
    }
    return words;
}

std::string NodeChange::line() const {
    if (reason.empty()) return fmt::format("scontrol update nodename={} state=resume\n", node);
    return drain_line(node, reason);
}

NodePlan plan_drain(const CheckRecord& check, const StoredStates& states, const KnownNodes& known,
                    std::size_t max_drained) {
    NodePlan plan;
    std::set<std::string> taken;
    std::size_t drained = drained_by_us(known);
    for (const HostRecord& host : faulty_hosts(check)) {
        const std::string node = node_of_host(host.host, known);
        if (taken.contains(node)) continue;
        std::string why = why_left(node, known);
        const auto state = states.find(host.host);
        if (why.empty() && state != states.end() && state->second.check > check.id &&
            is_healthy(state->second))
            why = fmt::format("the check {} measured it healthy since", state->second.check);
        if (why.empty() && drained >= max_drained)
            why = fmt::format("more than the {} that may be drained at a time (--max-drain)", max_drained);
        if (!why.empty()) {
            plan.left.push_back(fmt::format("{}: {}", printable(host.host), why));
            continue;
        }
        ++drained;
        taken.insert(node);
        plan.changes.push_back({node, reason_for(host, check.id)});
    }
    return plan;
}

NodePlan plan_release(const StoredStates& states, const KnownNodes& known) {
    NodePlan plan;
    if (!known.slurm) return plan;
    for (const SlurmNode& node : known.slurm->nodes) {
        if (!node.is_drained_by_us()) continue;
        const std::string why = why_kept(node, states, known);
        if (why.empty()) {
            plan.changes.push_back({node.name});
        } else {
            plan.left.push_back(fmt::format("{}: {}", node.name, why));
        }
    }
    return plan;
}

}  // namespace fabricmap::site
