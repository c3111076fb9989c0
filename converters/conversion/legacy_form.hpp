// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"

#include <string>

namespace fabricmap::converters {

/// A plane as the older toolkit's files and texts hold it: their rows (mostly receivers), their multiples of
/// the delay, and their deviation of round trips. What its readers make of that is the plane again. For the
/// deviation of send_recv_and_recv_send the run must have the average; otherwise it stays as it is.
[[nodiscard]] Matrix legacy_plane(const Run& run, Statistic statistic, std::size_t k);

/// A line with the host of each rank; empty where hosts are unknown, as the older readers expect.
[[nodiscard]] std::string legacy_hosts(const RunDescription& run);

}  // namespace fabricmap::converters
