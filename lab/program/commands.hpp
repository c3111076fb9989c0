// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "lab/program/options.hpp"

#include <string>

namespace fabricmap::lab {

/// Makes a run of the scenario in the kind asked for, and writes the truth beside it.
ExitCode run_scenario(const LabOptions& options);

/// Sends a pattern over the simulated fabric of the scenario and prints what a step takes.
ExitCode replay_scenario(const LabOptions& options);

/// Prints how the hosts are reached that stay from here on.
ExitCode start_staying_hosts(const LabOptions& options);

/// Ends the virtual hosts that are meant, and prints which.
void end_staying_hosts(const LabOptions& options);

/// One scenario a line, smallest first: name, the kinds it can run in, what it is.
[[nodiscard]] std::string scenario_list();

}  // namespace fabricmap::lab
