// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap {

/// A switch of a declared tree.
struct DeclaredSwitch {
    std::string name;
    std::vector<std::string> nodes;     ///< hosts on it; leaves alone
    std::vector<std::string> switches;  ///< those below it
};

/// What a Slurm topology.conf says.
struct DeclaredTopology {
    std::filesystem::path path;
    std::vector<DeclaredSwitch> switches;  ///< in the order of the file
};

/// Reads a Slurm topology.conf of topology/tree or topology/block (comments, includes, continued lines, keys
/// in any case, host lists; a block is a leaf), or a topology.yaml. A node may be on several leaves. Throws
/// FileError "PATH:LINE: what is wrong, and the remedy" where it cannot be read, names a switch twice or a
/// node twice on one, names a switch below another that is nowhere declared, or has no leaf.
[[nodiscard]] DeclaredTopology read_slurm_topology(const std::filesystem::path& path);

}  // namespace fabricmap
