// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"
#include "scenario/statement.hpp"

namespace fabricmap {

/// "fabric torus size=8x8x8 ranks-per-host=2".
[[nodiscard]] Fabric take_fabric(Statement& statement);

/// "fault slow-receiver host=17 factor=3 from=16K"; the parts must be there in the fabric.
[[nodiscard]] Fault take_fault(Statement& statement, const Fabric& fabric);

/// "collectives selector=default allreduce=lr".
[[nodiscard]] CollectiveAlgorithms take_collectives(Statement& statement);

}  // namespace fabricmap
