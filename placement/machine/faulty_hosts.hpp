// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/progress.hpp"
#include "netcdf_schema/run/run.hpp"

#include <string>
#include <vector>

namespace fabricmap::placement {

/// A host with what the diagnosis says of it.
struct FaultyHost {
    std::string host;
    std::string finding;  ///< "node17 receives 3 times slower from 16K on"
};

/// Hosts that are at fault themselves, or below a switch that is. Faults of links name no host.
[[nodiscard]] std::vector<FaultyHost> faulty_hosts_of(const std::vector<Run>& runs, Progress& progress);

}  // namespace fabricmap::placement
