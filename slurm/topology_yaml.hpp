// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "slurm/statements.hpp"

#include <filesystem>
#include <vector>

namespace fabricmap {

/// Whether its name is that of a topology.yaml, which Slurm 25.05 and later read.
[[nodiscard]] bool is_topology_yaml(const std::filesystem::path& path);

/// Its switches or blocks as a topology.conf would have them, a statement each: of several topologies the
/// cluster's default. Throws FileError "PATH:LINE: what is wrong".
[[nodiscard]] std::vector<SlurmStatement> read_topology_yaml(const std::filesystem::path& path);

}  // namespace fabricmap
