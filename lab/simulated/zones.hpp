// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <simgrid/s4u.hpp>

namespace fabricmap::lab {

/// Makes the simulator's zone for the scenario's fabric, with its own routing (a tree's by destination, a
/// torus's dimension by dimension, a dragonfly's shortest) and healthy cables; all hosts are within it.
simgrid::s4u::NetZone* make_fabric_zone(const Scenario& scenario);

}  // namespace fabricmap::lab
