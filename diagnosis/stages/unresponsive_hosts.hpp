// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Adds a fault for each host that answered nobody when a job of the run hung, whatever was measured of it
/// before, in place of what else says that nothing was measured there.
void add_unresponsive_hosts(std::vector<Finding>& findings, const RunDescription& run,
                            const Machine& machine);

}  // namespace fabricmap::diagnosis
