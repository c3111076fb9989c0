// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/synthetic/fault_effects.hpp"

#include "scenario/meeting.hpp"

#include <algorithm>
#include <cstddef>

namespace fabricmap {
namespace {

std::uint64_t link_key(int sender, int receiver) {
    return (static_cast<std::uint64_t>(sender) << 32U) | static_cast<std::uint32_t>(receiver);
}

void combine(Effect& effect, const Effect& other) {
    effect.factor *= other.factor;
    effect.rate = std::min(effect.rate, other.rate);
    effect.half_duplex |= other.half_duplex;
    effect.dead |= other.dead;
}

Effect effect_of(const Fault& fault) {
    Effect effect;
    effect.half_duplex = fault.kind == FaultKind::half_duplex;
    effect.dead = fault.kind == FaultKind::dead_pair;
    effect.rate = fault.rate;
    if (!effect.half_duplex) effect.factor = fault.factor;
    return effect;
}

}  // namespace

FaultEffects::FaultEffects(const Scenario& scenario, std::int64_t bytes)
    : fabric_(scenario.fabric),
      hosts_(static_cast<std::size_t>(fabric_.hosts)),
      host_noise_(static_cast<std::size_t>(fabric_.hosts), 1) {
    for (const Fault& fault : scenario.faults) {
        if (bytes < fault.from_bytes) continue;
        add(fault);
        healthy_ = false;
    }
}

void FaultEffects::add(const Fault& fault) {
    switch (fault.kind) {
        case FaultKind::slow_node:
        case FaultKind::slow_port:
            add_to(hosts_[static_cast<std::size_t>(fault.part)], fault);
            break;
        case FaultKind::slow_rank:
            ranks_.resize(static_cast<std::size_t>(fabric_.rank_count()));
            add_to(ranks_[static_cast<std::size_t>(fault.part)], fault);
            break;
        case FaultKind::half_duplex:
        case FaultKind::dead_pair:
            if (!fault.other_part) {
                add_to(hosts_[static_cast<std::size_t>(fault.part)], fault);
                break;
            }
            combine(links_[link_key(*fault.other_part, fault.part)], effect_of(fault));
            [[fallthrough]];
        case FaultKind::slow_link:
            combine(links_[link_key(fault.part, *fault.other_part)], effect_of(fault));
            break;
        case FaultKind::slow_switch:
        case FaultKind::slow_cable:
            on_paths_.push_back(fault);
            break;
        case FaultKind::noisy_node:
            host_noise_[static_cast<std::size_t>(fault.part)] *= fault.factor;
            break;
        case FaultKind::lost_uplink:  // a pair alone has room on the other cables
        case FaultKind::lossy_port:   // a model of delays has no packets: synthetic_unsupported_scenario
                                      // refuses it
            break;
    }
}

void FaultEffects::add_to(Sides& part, const Fault& fault) {
    if (fault.side != Side::receiver) combine(part.sending, effect_of(fault));
    if (fault.side != Side::sender) combine(part.receiving, effect_of(fault));
}

void FaultEffects::add_to_network(int sender, int receiver, Effect& effect) const {
    combine(effect, hosts_[static_cast<std::size_t>(sender)].sending);
    combine(effect, hosts_[static_cast<std::size_t>(receiver)].receiving);
    if (const auto link = links_.find(link_key(sender, receiver)); link != links_.end()) {
        combine(effect, link->second);
    }
    for (const Fault& fault : on_paths_) {
        if (meets(fabric_, fault, sender, receiver)) effect.factor *= fault.factor;
    }
}

Effect FaultEffects::on(int sender, int receiver) const {
    if (healthy_) return {};
    const int from = fabric_.host_of(sender);
    const int to = fabric_.host_of(receiver);
    Effect effect;
    effect.noise =
        std::max(host_noise_[static_cast<std::size_t>(from)], host_noise_[static_cast<std::size_t>(to)]);
    if (from != to) add_to_network(from, to, effect);
    if (!ranks_.empty()) {
        combine(effect, ranks_[static_cast<std::size_t>(sender)].sending);
        combine(effect, ranks_[static_cast<std::size_t>(receiver)].receiving);
    }
    return effect;
}

}  // namespace fabricmap
