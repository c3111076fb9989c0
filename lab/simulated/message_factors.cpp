// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/message_factors.hpp"

#include "lab/simulated/cables.hpp"
#include "lab/simulated/host_list.hpp"
#include "lab/simulated/message_effects.hpp"
#include "scenario/classes.hpp"

#include <algorithm>
#include <numeric>

namespace fabricmap::lab {
namespace {

namespace s4u = simgrid::s4u;

/// The simulator counts a header of its own to each message.
std::int64_t payload_of(double bytes) {
    constexpr std::int64_t header_bytes = 16;
    return std::max<std::int64_t>(static_cast<std::int64_t>(bytes) - header_bytes, 0);
}

double sum_of_latencies(const MessageFactors::Links& route) {
    return std::accumulate(route.begin(), route.end(), 0.0,
                           [](double sum, const s4u::Link* link) { return sum + link->get_latency(); });
}

}  // namespace

MessageFactors::MessageFactors(const Scenario& scenario) : scenario_(scenario) {
    const Fabric& fabric = scenario.fabric;
    for (int host = 0; host < fabric.hosts; ++host) {
        for (int socket = 0; socket < fabric.sockets; ++socket) {
            number_of_[s4u::Host::by_name(simulated_host_name(fabric, host, socket))] = host;
        }
    }
    for (const Fault& fault : scenario.faults) {
        if (fault.kind != FaultKind::slow_cable || is_in_the_message(fault, fabric)) continue;
        slow_cables_.push_back({fault, cable_between(fault.part, fault.other_part.value_or(fault.part))});
    }
}

double MessageFactors::latency_of(const Links& route) const {
    // A level of a tree may have a latency of its own. A way through level l leads over two ports and 2·l
    // cables; ways within a host are shorter.
    if (!scenario_.latencies.by_level.empty()) {
        constexpr int ports = 2;
        const int level = (static_cast<int>(route.size()) - ports) / 2;
        const auto own = scenario_.latencies.by_level.find(level);
        if (own != scenario_.latencies.by_level.end()) return own->second;
    }
    return sum_of_latencies(route);
}

double MessageFactors::of_delay(double bytes, const s4u::Host* sender, const s4u::Host* receiver,
                                const Links& route) const {
    const Message message{number_of_.at(sender), number_of_.at(receiver), payload_of(bytes)};
    double factor = fault_factor(scenario_, message) * noise_factor(scenario_, message);
    for (const SlowCable& cable : slow_cables_) {
        const bool passes = std::any_of(route.begin(), route.end(),
                                        [&](const s4u::Link* link) { return cable.links.contains(link); });
        if (passes && message.bytes >= cable.fault.from_bytes) factor *= cable.fault.factor;
    }
    return factor;
}

double MessageFactors::of_latency(double bytes, const s4u::Host* sender, const s4u::Host* receiver,
                                  const Links& route) const {
    const Message message{number_of_.at(sender), number_of_.at(receiver), payload_of(bytes)};
    const bool between_hosts = message.sending_host != message.receiving_host;
    const double latency_s = latency_of(route) + protocol_jumps(scenario_, between_hosts, message.bytes);
    return latency_s / sum_of_latencies(route) * of_delay(bytes, sender, receiver, route);
}

double MessageFactors::of_rate(double bytes, const s4u::Host* sender, const s4u::Host* receiver,
                               const Links& route) const {
    return 1 / of_delay(bytes, sender, receiver, route);
}

}  // namespace fabricmap::lab
