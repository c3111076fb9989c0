// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "scenario/scenario.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::lab {

/// What `network_lab replay` was asked for.
struct ReplayOrder {
    Scenario scenario;
    std::string source;               ///< the scenario, as find_scenario takes it from any folder
    std::filesystem::path placement;  ///< a host for each rank; empty: as the scenario fills hosts
    std::vector<std::string> words;   ///< of network_place --try
};

/// The hosts of a placement as the simulator calls them, one a line. Throws FileError with the line: a host
/// that the fabric does not have.
[[nodiscard]] std::vector<std::string> placed_hosts(const Fabric& fabric,
                                                    const std::filesystem::path& placement);

/// Runs network_place --try in the simulator; it prints. Throws Error.
[[nodiscard]] ExitCode replay_simulated(const ReplayOrder& order);

}  // namespace fabricmap::lab
