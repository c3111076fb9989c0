// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <cstdint>

namespace fabricmap::lab {

/// A message in the simulated fabric; the hosts may be one.
struct Message {
    int sending_host = 0;
    int receiving_host = 0;
    std::int64_t bytes = 0;
};

/// Whether the fault is that of messages between some hosts. Ports and the cables of a torus have theirs in
/// the fabric itself; the simulator's routes through a dragonfly share their cables otherwise than its
/// routers are joined, so that a slow one there is told by the scenario's routes.
[[nodiscard]] bool is_in_the_message(const Fault& fault, const Fabric& fabric);

/// By how much the faults that are in the message multiply its delay.
[[nodiscard]] double fault_factor(const Scenario& scenario, const Message& message);

/// How the message's delay strays: a factor that is the same whenever that length is sent that way, drawn
/// from the scenario's seed. (A simulator repeats itself, so there is nothing that strays in time.)
[[nodiscard]] double noise_factor(const Scenario& scenario, const Message& message);

}  // namespace fabricmap::lab
