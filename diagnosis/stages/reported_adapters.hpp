// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Adds what the run tells of network adapters, whatever its values say: ranks that send by one adapter where
/// the same ranks of most other hosts send by several; adapters that are down, slower or narrower than those
/// of the same name on most other hosts.
void add_reported_adapters(std::vector<Finding>& findings, const RunDescription& run, const Machine& machine);

}  // namespace fabricmap::diagnosis
