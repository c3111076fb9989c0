// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <simgrid/s4u.hpp>
#include <unordered_set>

namespace fabricmap::lab {

/// The simulator gives all cables of a dragonfly one latency: this gives the cable between groups its own,
/// and takes it from the cable between host and router, which scenarios count to the host.
void set_dragonfly_latencies(const simgrid::s4u::Engine& engine, const Latencies& latencies);

/// What the cables above a leaf carry is less by the share of those that the scenario's faults take away: in
/// the simulator each receiver has its own, so that one that is missing cuts it off. Throws std::logic_error
/// where the simulator has none.
void lose_uplinks(const simgrid::s4u::Engine& engine, const Scenario& scenario);

/// Both directions of the cable between two neighbours of a torus. Throws std::logic_error where the
/// simulator has none.
[[nodiscard]] std::unordered_set<const simgrid::s4u::Link*> cable_between(int host, int neighbour);

}  // namespace fabricmap::lab
