// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/topology/slurm_topology.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "netcdf_schema/run/run.hpp"

#include <optional>

namespace fabricmap::diagnosis {

/// How far the run's values can be trusted, whatever they say.
[[nodiscard]] Basis basis_of(const Run& run, const Machine& machine);

/// How many of the values of the shortest, a middle and the longest length have that bit; 0 where the run
/// keeps none.
[[nodiscard]] double fraction_with(Quality bit, const Run& run);

/// Whether messages that wait for those that their rank posted before make hosts look like a ring.
[[nodiscard]] bool may_be_posted_in_order(const RunDescription& run, const Topology& topology);

/// The topology, if it declares none of the hosts.
[[nodiscard]] std::optional<OtherTopology> other_topology_of(const DeclaredTopology& declared,
                                                             const Machine& machine);

}  // namespace fabricmap::diagnosis
