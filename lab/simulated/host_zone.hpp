// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <simgrid/s4u.hpp>
#include <utility>

namespace fabricmap::lab {

using NetPoint = simgrid::kernel::routing::NetPoint;

/// Makes a host with its sockets, the ways between them, and its port to the fabric, inside `parent`. The
/// port's two directions cost half of the base latency each. Returns the host and its gateway.
std::pair<NetPoint*, NetPoint*> make_host_zone(const Scenario& scenario, int host,
                                               simgrid::s4u::NetZone* parent);

}  // namespace fabricmap::lab
