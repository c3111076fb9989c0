// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/patterns/pattern.hpp"
#include "placement/patterns/read_layout.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// The process of the job that acts as each rank.
using Arrangement = PerRank<int>;

/// As the job was started: rank r is process r.
[[nodiscard]] Arrangement as_started(int ranks);

/// As a file places them: each host's processes, in their order, act as the ranks that it has there. `hosts`:
/// of each process. Throws UsageError where the job has fewer processes on a host than the file ranks.
[[nodiscard]] Arrangement as_placed(const ReadPlacement& placement, const std::vector<std::string>& hosts,
                                    int ranks, const std::filesystem::path& file);

/// The pattern between processes.
[[nodiscard]] Pattern between_processes(const Pattern& pattern, const Arrangement& process_of, int processes);

}  // namespace fabricmap::placement
