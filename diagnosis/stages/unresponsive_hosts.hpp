// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

#include <span>
#include <vector>

namespace fabricmap::diagnosis {

/// Adds a fault for each host that answered nobody when a job of one of the runs hung, whatever was measured
/// of it before, in place of what else says that nothing was measured there. `run` is the one that is judged.
void add_unresponsive_hosts(std::vector<Finding>& findings, std::span<const Run> runs,
                            const RunDescription& run, const Machine& machine);

}  // namespace fabricmap::diagnosis
