// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/check/plan.hpp"
#include "site/launch/launcher.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fabricmap::site {

/// What the jobs of a check have left in its folder.
struct Measured {
    std::vector<std::string> commands;
    std::vector<std::string> runs;  ///< names of those that are compared
    std::vector<std::string> other_runs;
    std::map<std::string, std::string> left_out;  ///< hosts, and why: "answered nobody in run1"
};

/// Starts the jobs of the plan one after another. A host that cannot be started on, or that answers nobody,
/// is left out from then on, and the job is resumed. Throws RunError where nothing can be measured, and Error
/// with the tester's code where it refuses.
[[nodiscard]] Measured measure(const CheckPlan& plan, const Launcher& launcher,
                               const std::filesystem::path& folder);

}  // namespace fabricmap::site
