// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_values.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::site {

/// Runs given by the paths of their prefixes, and where reports on them go.
struct DiagnosisRequest {
    std::filesystem::path folder;  ///< the paths of the runs begin there
    std::vector<std::string> runs;
    std::vector<std::string> baseline{};
    std::filesystem::path json;
    std::filesystem::path html{};          ///< empty: none
    std::filesystem::path tuning_rules{};  ///< of collective operations; empty: none
};

/// What network_diagnose writes as JSON. Throws Error with its code where it does not judge.
[[nodiscard]] Json diagnosis_of(const DiagnosisRequest& request);

/// The hosts that answered nobody when a job of the run hung; none where the run cannot be read.
[[nodiscard]] std::vector<std::string> unresponsive_hosts(const std::filesystem::path& run);

}  // namespace fabricmap::site
