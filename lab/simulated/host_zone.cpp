// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/host_zone.hpp"

#include "lab/simulated/host_list.hpp"

#include <algorithm>
#include <simgrid/kernel/routing/NetPoint.hpp>

namespace fabricmap::lab {
namespace {

namespace s4u = simgrid::s4u;

// Nothing is computed in simulated time; the simulator only refuses a speed of 0.
constexpr double flops_per_second = 1e9;

struct Port {
    s4u::Link* out;
    s4u::Link* in;
};

double port_rate(const Scenario& scenario, int host, Side direction) {
    double rate = std::max(scenario.bandwidths.link, scenario.bandwidths.port);
    for (const Fault& fault : scenario.faults) {
        const bool concerns = fault.kind == FaultKind::slow_port && fault.part == host &&
                              (fault.side == Side::both || fault.side == direction);
        if (concerns) rate = std::min(rate, fault.rate);
    }
    return rate;
}

bool is_half_duplex(const Scenario& scenario, int host) {
    return std::any_of(scenario.faults.begin(), scenario.faults.end(), [&](const Fault& fault) {
        return fault.kind == FaultKind::half_duplex && fault.part == host;
    });
}

Port make_port(const Scenario& scenario, int host, s4u::NetZone* zone) {
    const std::string name = zone->get_name() + "_port";
    const double latency = scenario.latencies.base / 2;
    const double send_rate = port_rate(scenario, host, Side::sender);
    const double receive_rate = port_rate(scenario, host, Side::receiver);
    if (is_half_duplex(scenario, host)) {
        // One link for both directions: they share what it carries.
        s4u::Link* both = zone->create_link(name, std::min(send_rate, receive_rate));
        both->set_latency(latency);
        return {both, both};
    }
    s4u::Link* out = zone->create_link(name + "_out", send_rate);
    out->set_latency(latency);
    s4u::Link* in = zone->create_link(name + "_in", receive_rate);
    in->set_latency(latency);
    return {out, in};
}

/// Memory: each pair has it for itself.
s4u::Link* make_memory(const std::string& name, double rate, double latency_s, s4u::NetZone* zone) {
    s4u::Link* link = zone->create_link(name, rate);
    link->set_latency(latency_s);
    link->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE);
    return link;
}

void join_sockets(const Scenario& scenario, const std::vector<NetPoint*>& sockets, s4u::NetZone* zone) {
    const auto join = [&](NetPoint* from, NetPoint* to, s4u::Link* link) {
        zone->add_route(from, to, nullptr, nullptr, {s4u::LinkInRoute(link)}, false);
    };
    s4u::Link* across = nullptr;
    if (sockets.size() > 1) {
        across = make_memory(zone->get_name() + "_across", scenario.bandwidths.host, scenario.latencies.host,
                             zone);
    }
    for (NetPoint* const from : sockets) {
        for (NetPoint* const to : sockets) {
            if (from != to) {
                join(from, to, across);
                continue;
            }
            join(from, from,
                 make_memory(from->get_name() + "_memory", scenario.bandwidths.socket,
                             scenario.latencies.socket, zone));
        }
    }
}

}  // namespace

std::pair<NetPoint*, NetPoint*> make_host_zone(const Scenario& scenario, int host, s4u::NetZone* parent) {
    const Fabric& fabric = scenario.fabric;
    s4u::NetZone* zone = s4u::create_full_zone(fabric.host_name(host) + "_zone");
    zone->set_parent(parent);
    NetPoint* const gateway = zone->create_router(fabric.host_name(host) + "_gateway");
    const Port port = make_port(scenario, host, zone);
    std::vector<NetPoint*> sockets;
    for (int socket = 0; socket < fabric.sockets; ++socket) {
        s4u::Host* made = zone->create_host(simulated_host_name(fabric, host, socket), flops_per_second);
        sockets.push_back(made->get_netpoint());
        zone->add_route(sockets.back(), gateway, nullptr, nullptr, {s4u::LinkInRoute(port.out)}, false);
        zone->add_route(gateway, sockets.back(), nullptr, nullptr, {s4u::LinkInRoute(port.in)}, false);
    }
    join_sockets(scenario, sockets, zone);
    zone->seal();
    return {zone->get_netpoint(), gateway};
}

}  // namespace fabricmap::lab
