// SPDX-License-Identifier: Apache-2.0
// A real Slurm with several nodes on this machine.
#pragma once

#include "tests/command.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::testing {

struct SlurmTestNode {
    std::string name;
    std::string address;     ///< one of this machine
    std::string hostname{};  ///< what its host calls itself, where that is something else
};

/// Why none can be started here; empty where one can.
[[nodiscard]] std::string slurm_unsupported_reason();

/// Writes its slurm.conf; all that it keeps lies in that folder. Nodes have two CPUs. `more`: further lines.
void write_slurm_conf(const std::filesystem::path& folder, const std::vector<SlurmTestNode>& nodes,
                      const std::string& more = {});

/// Starts it, and in it a script in that folder, to which the programs of the toolkit are known; ends it
/// after that.
[[nodiscard]] Outcome run_in_slurm(const std::filesystem::path& folder,
                                   const std::vector<SlurmTestNode>& nodes, const std::string& script);

}  // namespace fabricmap::testing
