// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// Where every rank of the job runs. Called by all ranks together. A node is a machine: its name, the
/// identity of its present start and the ranks that share memory, because some sites give several machines,
/// or several containers of one, the same name. Hardware threads of one core count as that core. `simulated`:
/// the machine under the simulator is no part of the answer, so cores and NUMA nodes are unknown.
[[nodiscard]] std::vector<RankLocation> gather_placement(bool simulated);

/// Which clock each of the ranks reads, as CommonClock takes it: those of a host share one, unless each has
/// one of its own. `locations`: of all ranks of the job.
[[nodiscard]] std::vector<int> clocks_of(const Clock& clock, std::span<const RankLocation> locations,
                                         std::span<const int> ranks);

[[nodiscard]] int host_count(const std::vector<RankLocation>& locations);

/// One line for each property of the placement that distorts measurements: ranks on one core, more ranks than
/// cores.
[[nodiscard]] std::vector<std::string> placement_warnings(const std::vector<RankLocation>& locations);

/// What a report of an unresponsive rank adds, with a space before it: ranks that wait for a
/// core answer late, and no link is at fault. Empty where each rank has a core.
[[nodiscard]] std::string likely_cause_of_silence(const std::vector<RankLocation>& locations);

}  // namespace fabricmap
