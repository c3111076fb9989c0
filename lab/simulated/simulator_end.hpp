// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "lab/simulated/child.hpp"

#include <string>

namespace fabricmap::lab {

/// The exit code of what ran in the simulator. `source`: the scenario, for messages; `remedy`: what else to
/// try. Throws RunError where the simulator itself broke or was killed.
[[nodiscard]] ExitCode code_of_simulator(const ChildEnd& end, const std::string& source,
                                         const std::string& remedy, bool quiet);

}  // namespace fabricmap::lab
