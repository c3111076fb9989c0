// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/machines/faulty_machines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::testing {
namespace {

LogGpMachine small_switch() {
    LogGpMachine machine;
    machine.hosts = 8;
    machine.hops = one_switch();
    return machine;
}

LogGpMachine tree_of_leaves() {
    LogGpMachine machine;
    machine.hops = tree_of({8, 8});
    return machine;
}

LogGpMachine large_tree() {
    LogGpMachine machine;
    machine.hosts = 256;
    machine.hops = tree_of({16, 16});
    machine.lengths = {0, 8192, 1 << 20};
    return machine;
}

LogGpMachine torus() {
    LogGpMachine machine;
    machine.hops = torus_of({4, 4, 4});
    return machine;
}

LogGpMachine dragonfly() {
    LogGpMachine machine;
    machine.hops = dragonfly_of(4, 4);
    return machine;
}

LogGpMachine tree_of_ranks() {
    LogGpMachine machine;
    machine.hosts = 16;
    machine.ranks_per_host = 4;
    machine.hops = tree_of({4, 4});
    machine.lengths = {0, 1024, 65536, 1 << 20};
    return machine;
}

bool joins(const Message& message, int one, int other) {
    return std::min(message.sender, message.receiver) == one &&
           std::max(message.sender, message.receiver) == other;
}

std::vector<std::string> hosts_from(int first, int count) {
    std::vector<std::string> names;
    for (int host = first; host < first + count; ++host) names.push_back(fmt::format("node{:03}", host));
    return names;
}

/// Whether a message of the dragonfly is led over the cable between two routers: in each group one router has
/// the cable to the other group.
template <int one, int other>
bool is_led_over(const Message& message) {
    constexpr int routers = 4;
    const int from = message.sender / 4;
    const int to = message.receiver / 4;
    const auto is_the_cable = [](int first, int second) {
        return std::min(first, second) == one && std::max(first, second) == other;
    };
    if (from / routers == to / routers) return is_the_cable(from, to);
    const int gateway = from / routers * routers + to / routers % routers;
    const int entrance = to / routers * routers + from / routers % routers;
    return is_the_cable(from, gateway) || is_the_cable(gateway, entrance) || is_the_cable(entrance, to);
}

std::vector<std::string> hosts_of_two_leaves() {
    std::vector<std::string> names = hosts_from(16, 8);
    for (std::string& name : hosts_from(40, 8)) names.push_back(std::move(name));
    return names;
}

/// The ends of the cable between the first two groups.
std::vector<std::string> hosts_of_two_routers() {
    std::vector<std::string> names = hosts_from(4, 4);
    for (std::string& name : hosts_from(16, 4)) names.push_back(std::move(name));
    return names;
}

bool sends_5(const Message& message) {
    return message.sender == 5;
}
bool touches_5(const Message& message) {
    return message.sender == 5 || message.receiver == 5;
}
bool links_5_and_40(const Message& message) {
    return joins(message, 5, 40);
}
bool leads_from_5_to_40(const Message& message) {
    return message.sender == 5 && message.receiver == 40;
}
bool receives_5(const Message& message) {
    return message.receiver == 5;
}
bool touches_the_second_rank_of_5(const Message& message) {
    return (message.sender == 5 && message.sender_slot == 1) ||
           (message.receiver == 5 && message.receiver_slot == 1);
}
bool leads_between_the_third_and_the_sixth_leaf(const Message& message) {
    return std::min(message.sender, message.receiver) / 8 == 2 &&
           std::max(message.sender, message.receiver) / 8 == 5;
}
template <int size>
bool leaves_the_third(const Message& message) {
    return (message.sender / size == 2) != (message.receiver / size == 2);
}
template <int size>
bool touches_the_third(const Message& message) {
    return message.sender / size == 2 || message.receiver / size == 2;
}

}  // namespace

const std::vector<FaultyMachine>& faulty_machines() {
    static const std::vector<FaultyMachine> all{
        {"8 hosts: host", small_switch, touches_5, "host", hosts_from(5, 1)},
        {"8 hosts: sending host", small_switch, sends_5, "host", hosts_from(5, 1), diagnosis::Side::sender},
        {"tree: host", tree_of_leaves, touches_5, "host", hosts_from(5, 1)},
        {"tree: sending host", tree_of_leaves, sends_5, "host", hosts_from(5, 1), diagnosis::Side::sender},
        {"tree: link", tree_of_leaves, links_5_and_40, "link", {"node005", "node040"}},
        {"tree: link one way",
         tree_of_leaves,
         leads_from_5_to_40,
         "link",
         {"node005", "node040"},
         diagnosis::Side::sender},
        {"tree: uplink", tree_of_leaves, leaves_the_third<8>, "switch", hosts_from(16, 8)},
        {"tree: whole leaf", tree_of_leaves, touches_the_third<8>, "switch", hosts_from(16, 8)},
        {"tree: way between leaves", tree_of_leaves, leads_between_the_third_and_the_sixth_leaf, "path",
         hosts_of_two_leaves()},
        {"ranks: rank", tree_of_ranks, touches_the_second_rank_of_5, "rank", hosts_from(5, 1)},
        {"ranks: host", tree_of_ranks, touches_5, "host", hosts_from(5, 1)},
        {"256 hosts: receiving host", large_tree, receives_5, "host", hosts_from(5, 1),
         diagnosis::Side::receiver},
        {"256 hosts: host", large_tree, touches_5, "host", hosts_from(5, 1)},
        {"256 hosts: link", large_tree, links_5_and_40, "link", {"node005", "node040"}},
        {"256 hosts: uplink", large_tree, leaves_the_third<16>, "switch", hosts_from(32, 16)},
        {"256 hosts: whole leaf", large_tree, touches_the_third<16>, "switch", hosts_from(32, 16)},
        {"torus: host", torus, touches_5, "host", hosts_from(5, 1)},
        {"torus: sending host", torus, sends_5, "host", hosts_from(5, 1), diagnosis::Side::sender},
        {"torus: link", torus, links_5_and_40, "link", {"node005", "node040"}},
        {"dragonfly: host", dragonfly, touches_5, "host", hosts_from(5, 1)},
        {"dragonfly: sending host", dragonfly, sends_5, "host", hosts_from(5, 1), diagnosis::Side::sender},
        {"dragonfly: link", dragonfly, links_5_and_40, "link", {"node005", "node040"}},
        {"dragonfly: cable in a group", dragonfly, is_led_over<2, 3>, "path", hosts_from(8, 8)},
        {"dragonfly: cable between groups", dragonfly, is_led_over<1, 4>, "path", hosts_of_two_routers()},
        {"dragonfly: router", dragonfly, leaves_the_third<4>, "switch", hosts_from(8, 4)},
        {"dragonfly: whole router", dragonfly, touches_the_third<4>, "switch", hosts_from(8, 4)},
    };
    return all;
}

LogGpMachine with_fault(const FaultyMachine& faulty, double factor) {
    LogGpMachine machine = faulty.make();
    machine.changes.push_back([passes = faulty.passes, factor](const Message& message, double delay_s) {
        return passes(message) ? factor * delay_s : delay_s;
    });
    return machine;
}

}  // namespace fabricmap::testing
