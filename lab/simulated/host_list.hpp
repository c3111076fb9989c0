// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/fabric.hpp"

#include <string>

namespace fabricmap::lab {

/// The simulator's name of a host, "node07"; where hosts have several sockets each of them is a host of the
/// simulator: "node07-socket1".
[[nodiscard]] std::string simulated_host_name(const Fabric& fabric, int host, int socket);

/// The simulator's host of each rank, one a line.
[[nodiscard]] std::string host_list(const Fabric& fabric);

}  // namespace fabricmap::lab
