// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/message_effects.hpp"

#include "base/mixing.hpp"
#include "scenario/meeting.hpp"
#include "statistics/random.hpp"

#include <algorithm>

namespace fabricmap::lab {
namespace {

bool meets(const Fabric& fabric, const Fault& fault, const Message& message) {
    return message.sending_host != message.receiving_host && message.bytes >= fault.from_bytes &&
           meets(fabric, fault, message.sending_host, message.receiving_host);
}

}  // namespace

bool is_in_the_message(const Fault& fault, const Fabric& fabric) {
    const bool is_of_routers =
        fault.kind == FaultKind::slow_cable && std::holds_alternative<Dragonfly>(fabric.shape);
    return is_of_routers || fault.kind == FaultKind::slow_node || fault.kind == FaultKind::slow_rank ||
           fault.kind == FaultKind::slow_link || fault.kind == FaultKind::slow_switch;
}

double fault_factor(const Scenario& scenario, const Message& message) {
    double factor = 1;
    for (const Fault& fault : scenario.faults) {
        if (is_in_the_message(fault, scenario.fabric) && meets(scenario.fabric, fault, message))
            factor *= fault.factor;
    }
    return factor;
}

double noise_factor(const Scenario& scenario, const Message& message) {
    if (scenario.noise.deviation == 0) return 1;
    constexpr double least = 0.05;  // no delay may vanish
    const auto direction = mix(static_cast<std::uint64_t>(message.sending_host),
                               static_cast<std::uint64_t>(message.receiving_host));
    const double probability =
        uniform(mix(mix(scenario.sweep.seed, direction), static_cast<std::uint64_t>(message.bytes)));
    const double deviation =
        scenario.noise.heavy_tails ? student_t4_quantile(probability) : normal_quantile(probability);
    return std::max(least, 1 + scenario.noise.deviation * deviation);
}

}  // namespace fabricmap::lab
