// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "scenario/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace fabricmap {
namespace {

using Take = void (*)(Statement& statement, const Fabric& fabric, Fault& fault);

int take_host(Statement& statement, const Fabric& fabric, const std::string& key) {
    if (fabric.hosts < 2) statement.refuse("a single host has no network that could be slow; take slow-rank");
    return statement.require_count(key, 0, fabric.hosts - 1);
}

void take_factor(Statement& statement, Fault& fault) {
    const auto factor = statement.take_factor("factor");
    if (!factor) statement.refuse("factor= is missing: give how much longer messages take, such as factor=3");
    if (*factor < 1) statement.refuse("factor= must be at least 1: a fault makes slower, not faster");
    fault.factor = *factor;
}

void take_side(Statement& statement, Fault& fault) {
    const auto word = statement.take("side");
    if (!word) return;
    for (const Side side : {Side::sender, Side::receiver, Side::both}) {
        if (*word == name_of(side)) {
            fault.side = side;
            return;
        }
    }
    statement.refuse(fmt::format("side={}: give sender, receiver or both", *word));
}

void take_two_hosts(Statement& statement, const Fabric& fabric, Fault& fault) {
    fault.part = take_host(statement, fabric, "sender");
    fault.other_part = take_host(statement, fabric, "receiver");
    if (fault.part == *fault.other_part) statement.refuse("sender= and receiver= must differ");
}

/// "between=3,22": two hosts, in no order.
bool take_between(Statement& statement, const Fabric& fabric, Fault& fault) {
    const auto word = statement.take("between");
    if (!word) return false;
    const auto ends = split(*word, ',');
    const auto is_host = [&](const std::optional<int>& host) {
        return host && *host >= 0 && *host < fabric.hosts;
    };
    const auto first = read_number<int>(ends.front());
    const auto last = read_number<int>(ends.back());
    if (ends.size() != 2 || !is_host(first) || !is_host(last) || first == last) {
        statement.refuse(fmt::format("between={}: give two hosts from 0 to {}, such as between=0,1", *word,
                                     fabric.hosts - 1));
    }
    fault.part = *first;
    fault.other_part = last;
    return true;
}

void take_slow_node(Statement& statement, const Fabric& fabric, Fault& fault) {
    fault.part = take_host(statement, fabric, "host");
    take_factor(statement, fault);
}

void take_slow_rank(Statement& statement, const Fabric& fabric, Fault& fault) {
    fault.part = statement.require_count("rank", 0, fabric.rank_count() - 1);
    take_side(statement, fault);
    take_factor(statement, fault);
}

void take_slow_link(Statement& statement, const Fabric& fabric, Fault& fault) {
    take_two_hosts(statement, fabric, fault);
    take_factor(statement, fault);
}

void take_slow_switch(Statement& statement, const Fabric& fabric, Fault& fault) {
    const int switches = switch_count(fabric);
    if (switches < 2)
        statement.refuse("the fabric has fewer than two switches; use a fat-tree or a dragonfly");
    fault.part = statement.require_count("switch", 0, switches - 1);
    fault.other_part = statement.take_count("to", 0, switches - 1);
    if (fault.other_part == fault.part) statement.refuse("switch= and to= must differ");
    if (!fault.other_part) take_side(statement, fault);
    take_factor(statement, fault);
}

void take_slow_cable(Statement& statement, const Fabric& fabric, Fault& fault) {
    const bool is_torus = std::holds_alternative<Torus>(fabric.shape);
    if (!is_torus && !std::holds_alternative<Dragonfly>(fabric.shape))
        statement.refuse("only a torus and a dragonfly have such cables; take slow-link or slow-switch");
    if (!take_between(statement, fabric, fault)) statement.refuse("between= is missing: give two neighbours");
    if (!are_neighbours(fabric, fault.part, *fault.other_part)) {
        statement.refuse(fmt::format("{} {} and {} are not neighbours; give two that a cable joins",
                                     is_torus ? "hosts" : "the routers of hosts", fault.part,
                                     *fault.other_part));
    }
    take_factor(statement, fault);
}

void take_half_duplex(Statement& statement, const Fabric& fabric, Fault& fault) {
    if (!take_between(statement, fabric, fault)) fault.part = take_host(statement, fabric, "host");
    fault.factor = 2;
}

void take_noisy_node(Statement& statement, const Fabric& fabric, Fault& fault) {
    fault.part = take_host(statement, fabric, "host");
    take_factor(statement, fault);
}

void take_dead_pair(Statement& statement, const Fabric& fabric, Fault& fault) {
    if (!take_between(statement, fabric, fault)) statement.refuse("between= is missing: give two hosts");
}

void take_slow_port(Statement& statement, const Fabric& fabric, Fault& fault) {
    fault.part = take_host(statement, fabric, "host");
    take_side(statement, fault);
    const auto rate = statement.take_rate("rate");
    if (!rate) statement.refuse("rate= is missing: give what the port still carries, such as rate=100Mbit");
    fault.rate = *rate;
}

void take_lossy_port(Statement& statement, const Fabric& fabric, Fault& fault) {
    fault.part = take_host(statement, fabric, "host");
    take_side(statement, fault);
    const auto loss = statement.take_fraction("loss");
    if (!loss) statement.refuse("loss= is missing: give the percentage of packets lost, such as loss=1%");
    fault.loss = *loss;
}

void take_lost_uplink(Statement& statement, const Fabric& fabric, Fault& fault) {
    const auto* const tree = std::get_if<FatTree>(&fabric.shape);
    const int switches = switch_count(fabric);
    if (tree == nullptr || switches < 2) statement.refuse("only the leaves of a fat-tree have uplinks");
    fault.part = statement.require_count("switch", 0, switches - 1);
    fault.lost_uplinks = statement.take_count("count", 1, 1024).value_or(1);
    const auto of = statement.take_count("of", 2, 1024);
    if (!of && tree->uplinks == 0)
        statement.refuse("of= is missing: give how many cables a leaf has, such as of=8");
    fault.all_uplinks = of.value_or(tree->uplinks);
    if (tree->uplinks > 0 && fault.all_uplinks != tree->uplinks) {
        statement.refuse(
            fmt::format("of={}: the fabric has uplinks={}; remove of=", fault.all_uplinks, tree->uplinks));
    }
    if (fault.lost_uplinks >= fault.all_uplinks)
        statement.refuse("count= must be smaller than of=: a leaf without a cable reaches nobody");
}

struct FaultWord {
    std::string_view name;
    FaultKind kind;
    Side side;
    Take take;
};
constexpr std::array fault_words{
    FaultWord{"slow-sender", FaultKind::slow_node, Side::sender, take_slow_node},
    FaultWord{"slow-receiver", FaultKind::slow_node, Side::receiver, take_slow_node},
    FaultWord{"slow-node", FaultKind::slow_node, Side::both, take_slow_node},
    FaultWord{"slow-rank", FaultKind::slow_rank, Side::both, take_slow_rank},
    FaultWord{"slow-link", FaultKind::slow_link, Side::both, take_slow_link},
    FaultWord{"slow-switch", FaultKind::slow_switch, Side::both, take_slow_switch},
    FaultWord{"slow-cable", FaultKind::slow_cable, Side::both, take_slow_cable},
    FaultWord{"half-duplex", FaultKind::half_duplex, Side::both, take_half_duplex},
    FaultWord{"noisy-node", FaultKind::noisy_node, Side::both, take_noisy_node},
    FaultWord{"dead-pair", FaultKind::dead_pair, Side::both, take_dead_pair},
    FaultWord{"slow-port", FaultKind::slow_port, Side::both, take_slow_port},
    FaultWord{"lossy-port", FaultKind::lossy_port, Side::both, take_lossy_port},
    FaultWord{"lost-uplink", FaultKind::lost_uplink, Side::both, take_lost_uplink},
};

std::string entry_names() {
    std::string names;
    for (const FaultWord& entry : fault_words) names += fmt::format(" {}", entry.name);
    return names;
}

}  // namespace

Fault take_fault(Statement& statement, const Fabric& fabric) {
    const std::string word = statement.take_word().value_or("");
    const auto* const entry = std::find_if(fault_words.begin(), fault_words.end(),
                                           [&](const FaultWord& known) { return known.name == word; });
    if (entry == fault_words.end()) {
        statement.refuse(fmt::format("'{}' is not a fault; the faults are:{}", word, entry_names()));
    }
    Fault fault;
    fault.kind = entry->kind;
    fault.side = entry->side;
    entry->take(statement, fabric, fault);
    const bool has_length = fault.kind != FaultKind::dead_pair && fault.kind != FaultKind::slow_port &&
                            fault.kind != FaultKind::lossy_port && fault.kind != FaultKind::lost_uplink;
    if (has_length) fault.from_bytes = statement.take_size("from").value_or(0);
    statement.refuse_rest();
    return fault;
}

std::string_view name_of(const Fault& fault) {
    const auto* const exact = std::find_if(
        fault_words.begin(), fault_words.end(),
        [&](const FaultWord& entry) { return entry.kind == fault.kind && entry.side == fault.side; });
    if (exact != fault_words.end()) return exact->name;
    const auto* const entry = std::find_if(fault_words.begin(), fault_words.end(),
                                           [&](const FaultWord& known) { return known.kind == fault.kind; });
    return entry->name;
}

std::string_view name_of(Side side) {
    constexpr std::array<std::string_view, 3> names{"sender", "receiver", "both"};
    return names.at(static_cast<std::size_t>(side));
}

}  // namespace fabricmap
