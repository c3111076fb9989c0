// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

namespace fabricmap {

/// The number of this process among the job's ranks on its host, by the launcher's environment, which is
/// there before MPI starts; nothing where no launcher tells it.
[[nodiscard]] std::optional<int> local_rank_of_launcher();

/// The NUMA node of a hardware thread; -1 where the system does not tell.
[[nodiscard]] int numa_node_of_thread(int thread);

/// The NUMA node that a device is attached to; -1 where the system does not tell.
[[nodiscard]] int numa_node_of_device(const std::string& bus_address);

/// The NUMA node of all cores that this process may run on; -1 where they have several, or it is unknown.
[[nodiscard]] int numa_node_of_process();

/// Which device a process takes: by its number among the ranks of its host, round and round, or where that is
/// unknown the first that is attached to its own NUMA node, or the first. `numa_nodes`: of the devices, one
/// at least.
[[nodiscard]] int chosen_device(std::optional<int> local_rank, std::span<const int> numa_nodes, int own_node);

}  // namespace fabricmap
