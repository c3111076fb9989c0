// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/request/options.hpp"

#include <string>
#include <vector>

namespace fabricmap::network_test {

/// The description of a new run, with a seed and an identity of its own. For rank 0; the others need its seed
/// only.
[[nodiscard]] RunDescription describe_new_run(const Options& options, const PerRank<RankLocation>& locations,
                                              const std::vector<std::string>& arguments);

/// The order in which a run with that seed measures its lengths, which are given ascending.
[[nodiscard]] std::vector<std::int64_t> planned_order(const Options& options,
                                                      std::vector<std::int64_t> lengths, std::uint64_t seed);

/// What the options ask for where that kind is chosen.
[[nodiscard]] Schedule schedule_of(const Options& options, ScheduleKind kind);

/// The schedule of the run that is resumed, where the user leaves it open.
[[nodiscard]] ScheduleKind schedule_to_resume(const RunDescription& earlier, const Options& options);

/// Throws UsageError that names the first thing in which the job differs from the run to be resumed.
void check_resumable(const RunDescription& earlier, const RunDescription& now, const Options& options);

}  // namespace fabricmap::network_test
