// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/cluster_plan.hpp"
#include "lab/virtual/file_descriptor.hpp"

#include <string>
#include <vector>

namespace fabricmap::lab {

/// Separates the calling process's mounts from everybody's: its own /proc, its own empty private folder, and
/// the cluster's names in /etc/hosts. Everything of it ends with the last process that sees it.
void mount_private_folders(const ClusterPlan& plan);

/// Makes a network namespace for each host with a device eth0, and puts its name into network_folder().
/// Returns the other ends of those devices. The calling process is left in the last of the namespaces.
[[nodiscard]] std::vector<FileDescriptor> create_hosts(const ClusterPlan& plan);

/// Moves the calling process to a host: its network and its name.
void enter_host(const std::string& name);

}  // namespace fabricmap::lab
