// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <string>

namespace fabricmap::lab {

/// Starts the hosts of a scenario, with a Slurm of their own where it is asked for, and leaves them; returns
/// how to reach them. leftovers() lists them. Throws UsageError where this machine or scenario cannot
/// have them, RunError where they do not start.
[[nodiscard]] std::string start_hosts(const Scenario& scenario, bool has_slurm);

}  // namespace fabricmap::lab
