// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "diagnosis/survey/pair_classes.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace fabricmap::diagnosis {

/// What hosts a site says are of one make: their kind by their name.
struct DeclaredKinds {
    std::filesystem::path path;
    std::map<std::string, std::string> of_host;
};

/// Reads the nodes' features of a Slurm configuration (NodeName=node[00-15] Features=old; NodeName=DEFAULT
/// holds for the lines after it, other statements do not count). Nodes with the same features are of one
/// kind. Throws FileError "PATH:LINE: what is wrong, and the remedy" where it cannot be read, names a node
/// twice or no features.
[[nodiscard]] DeclaredKinds read_declared_kinds(const std::filesystem::path& path);

/// Numbers from 0, the largest kind first. Hosts that are not declared are of a kind of their own.
[[nodiscard]] PerHost<std::size_t> kinds_of_hosts(const DeclaredKinds& declared, const Machine& machine);

/// Whether each kind lies below one switch of a level of the topology, so that a slow switch passes for its
/// kind.
[[nodiscard]] bool kinds_follow_switches(const DeclaredKinds& declared, const Topology& topology,
                                         const Machine& machine);

/// Tells pairs of hosts of different kinds apart, so that each is judged among its like. Throws UsageError
/// where there are too many kinds.
void split_by_declared_kinds(PairClasses& classes, const DeclaredKinds& declared, const Machine& machine);

}  // namespace fabricmap::diagnosis
