// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/adapters/adapter_list.hpp"
#include "measuring/roster.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// Those that are attached to the device's part of the bus, or else to the NUMA node (-1 where unknown): of
/// adapters that are up.
[[nodiscard]] std::vector<std::string> adapters_near(const std::vector<Adapter>& adapters,
                                                     const std::filesystem::path& device, int numa);

/// Those that have sent a good part of so many bytes between two readings of bytes_sent().
[[nodiscard]] std::vector<std::string> adapters_used(const std::vector<Adapter>& adapters,
                                                     const std::vector<std::optional<std::int64_t>>& before,
                                                     const std::vector<std::optional<std::int64_t>>& after,
                                                     std::int64_t bytes);

/// Of all ranks of the roster, by matrix rank, on rank 0; empty where no host tells of any adapter, and in a
/// simulated job. Which one
/// a rank uses is measured where a host has several: the ranks send 32 MiB to the next host, one of each host
/// at a time, and the adapters' own counters are read before and after. Called by all ranks together.
[[nodiscard]] std::vector<RankAdapters> find_rank_adapters(const Roster& roster,
                                                           std::span<const RankLocation> locations,
                                                           const MessageMemory& memory,
                                                           const std::filesystem::path& system);

}  // namespace fabricmap
