// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/traffic/traffic_file.hpp"
#include "tracing/reading/operations.hpp"

#include <string>

namespace fabricmap::tracing {

/// Messages, puts, gets (which go from the target to the origin), atomic operations, and the blocks of
/// collective operations, ranks of MPI_COMM_WORLD.
[[nodiscard]] Traffic traffic_of(const Operations& operations);

/// "sender,receiver,messages,bytes", a line for each pair that has any, senders ascending.
[[nodiscard]] std::string format_traffic(const Traffic& traffic);

/// Collective operations that are not in the traffic, a line each; empty where there are none.
[[nodiscard]] std::string describe_other_collectives(const Operations& operations);

/// What a file of traffic says of the run: its ranks with their hosts.
[[nodiscard]] RunDescription describe_traffic(const Trace& trace, int ranks, const std::string& source);

}  // namespace fabricmap::tracing
