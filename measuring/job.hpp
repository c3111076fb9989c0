// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/watch/watchdog.hpp"
#include "netcdf_schema/own/run_lock.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// Rank 0's arguments, on every rank: they count, whatever the others were started with.
[[nodiscard]] std::vector<std::string> arguments_of_first_rank(const std::vector<std::string>& arguments);

/// Keeps the prefix for the job, on rank 0: null on the others. The watchdog removes the lock's file where it
/// ends the job. Called by all ranks together; throws on all of them alike, as RunLock does.
[[nodiscard]] std::unique_ptr<RunLock> lock_for_job(const std::filesystem::path& prefix,
                                                    std::string_view program, Watchdog& watchdog);

/// Describes a run that starts now: where its ranks are, the program and its arguments, the MPI
/// library, the seed (drawn where none is given), the clock. For rank 0.
[[nodiscard]] RunDescription describe_job(std::string_view program,
                                          const std::vector<RankLocation>& locations,
                                          const std::vector<std::string>& arguments,
                                          std::optional<std::uint64_t> seed);

/// Bytes that this rank may take: half of what its host has free, divided by the ranks there; -1 where that
/// is not known.
[[nodiscard]] std::int64_t free_memory_for_rank(const std::vector<RankLocation>& locations);

}  // namespace fabricmap
