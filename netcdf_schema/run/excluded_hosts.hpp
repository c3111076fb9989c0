// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"

#include <string>
#include <vector>

namespace fabricmap {

/// The hosts that network_test left out of the run by --exclude-hosts, when it was begun or resumed: as its
/// command line and its history say, ascending, each once.
[[nodiscard]] std::vector<std::string> excluded_hosts(const RunDescription& run);

}  // namespace fabricmap
