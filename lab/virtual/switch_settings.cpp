// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/switch_settings.hpp"

#include "lab/virtual/uplinks.hpp"
#include "scenario/classes.hpp"
#include "scenario/meeting.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::lab {
namespace {

Nanoseconds nanoseconds(double seconds) {
    constexpr double in_a_second = 1e9;
    return Nanoseconds(std::llround(seconds * in_a_second));
}

bool concerns_sender(const Fault& fault) {
    return fault.side != Side::receiver;
}
bool concerns_receiver(const Fault& fault) {
    return fault.side != Side::sender;
}

bool lengthens_the_path(const Fault& fault) {
    return fault.kind == FaultKind::slow_node || fault.kind == FaultKind::slow_link ||
           fault.kind == FaultKind::slow_switch || fault.kind == FaultKind::slow_cable;
}

SwitchPath path_between(const Scenario& scenario, double healthy_latency_s, int sender, int receiver) {
    double latency_s = healthy_latency_s;
    double jitter_s = scenario.jitter_s;
    SwitchPath path;
    for (const Fault& fault : scenario.faults) {
        if (!meets(scenario.fabric, fault, sender, receiver)) continue;
        if (lengthens_the_path(fault)) latency_s *= fault.factor;
        if (fault.kind == FaultKind::noisy_node) jitter_s *= fault.factor;
        if (fault.kind == FaultKind::dead_pair) path.dead = true;
    }
    path.latency = nanoseconds(latency_s);
    path.jitter = nanoseconds(jitter_s);
    return path;
}

void apply_to_port(const Fault& fault, Port& port) {
    if (fault.kind == FaultKind::slow_port) {
        if (concerns_sender(fault)) port.send_rate = std::min(port.send_rate, fault.rate);
        if (concerns_receiver(fault)) port.receive_rate = std::min(port.receive_rate, fault.rate);
    }
    if (fault.kind == FaultKind::lossy_port) {
        if (concerns_sender(fault)) port.send_loss = fault.loss;
        if (concerns_receiver(fault)) port.receive_loss = fault.loss;
    }
    if (fault.kind == FaultKind::half_duplex) port.half_duplex = true;
}

bool is_of_port(const Fault& fault) {
    return fault.kind == FaultKind::slow_port || fault.kind == FaultKind::lossy_port ||
           fault.kind == FaultKind::half_duplex;
}

}  // namespace

bool SwitchSettings::loses_frames() const {
    return std::any_of(ports.begin(), ports.end(),
                       [](const Port& port) { return port.send_loss > 0 || port.receive_loss > 0; });
}

bool SwitchSettings::has_dead_path() const {
    return std::any_of(paths.begin(), paths.end(), [](const SwitchPath& path) { return path.dead; });
}

SwitchSettings plain_switch(int hosts) {
    const auto count = static_cast<std::size_t>(hosts);
    SwitchSettings settings;
    settings.ports.resize(count);
    settings.paths.resize(count * count);
    return settings;
}

SwitchSettings settings_of(const Scenario& scenario) {
    const PairClasses classes(scenario);
    const int hosts = scenario.fabric.hosts;
    SwitchSettings settings = plain_switch(hosts);
    settings.seed = scenario.sweep.seed;
    double rate = unlimited_rate;
    if (keeps_rate(scenario)) rate = scenario.bandwidths.link;
    for (Port& port : settings.ports) {
        port.send_rate = rate;
        port.receive_rate = rate;
    }
    for (const Fault& fault : scenario.faults) {
        if (is_of_port(fault)) apply_to_port(fault, settings.port(fault.part));
    }
    for (int sender = 0; sender < hosts; ++sender) {
        for (int receiver = 0; receiver < hosts; ++receiver) {
            if (sender == receiver) continue;
            const auto of_pair = static_cast<std::size_t>(classes.of_hosts(sender, receiver));
            settings.path(sender, receiver) =
                path_between(scenario, classes.all()[of_pair].latency_s, sender, receiver);
        }
    }
    if (keeps_rate(scenario)) lay_uplinks(scenario, settings);
    return settings;
}

}  // namespace fabricmap::lab
