// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run_description.hpp"

#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Where every rank of the job runs, by rank. Called by all ranks together. `simulated`: the machine under
/// the simulator is no part of the answer, so cores and NUMA nodes are unknown.
[[nodiscard]] std::vector<RankPlace> gather_places(bool simulated);

[[nodiscard]] int host_count(const std::vector<RankPlace>& places);

/// One line for each thing about the places that spoils measurements: ranks on one core, more ranks than
/// cores.
[[nodiscard]] std::vector<std::string> placement_warnings(const std::vector<RankPlace>& places);

}  // namespace fabricmap::network_test
