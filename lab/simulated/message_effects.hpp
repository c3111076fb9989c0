// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/scenario/scenario.hpp"

#include <cstdint>

namespace fabricmap::lab {

/// A message in the simulated fabric; the hosts may be one.
struct Message {
    int sending_host = 0;
    int receiving_host = 0;
    std::int64_t bytes = 0;
};

/// By how much the faults of hosts and switches and the ways between them multiply the message's delay. What
/// depends on its route or its port is not among them: the fabric itself has those faults.
[[nodiscard]] double fault_factor(const Scenario& scenario, const Message& message);

/// How the message's delay strays: a factor that is the same whenever that length is sent that way, drawn
/// from the scenario's seed. (A simulator repeats itself, so there is nothing that strays in time.)
[[nodiscard]] double noise_factor(const Scenario& scenario, const Message& message);

}  // namespace fabricmap::lab
