// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/schedule.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// What files of schema version 1 say in sentences alone. Nothing else reads them.

/// Of the attribute `schedule`, as in "rounds, active per node 1, 5 % of the pairs, shuffled"; nothing where
/// it names no kind.
[[nodiscard]] std::optional<Schedule> schedule_of_version_1(std::string_view text);

/// The hosts that network_test left out by --exclude-hosts when the run was begun or resumed, ascending, each
/// once.
[[nodiscard]] std::vector<std::string> excluded_hosts_of_version_1(const std::string& command_line,
                                                                   const std::string& history);

}  // namespace fabricmap
