// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace fabricmap::tracing {

/// What one rank sent another.
struct PairTraffic {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
};

/// By sender and receiver, ranks of MPI_COMM_WORLD.
using Traffic = std::map<std::pair<int, int>, PairTraffic>;

/// Messages, puts, gets (which go from the target to the origin) and atomic operations. What collective
/// operations send is the MPI library's affair and not in it.
[[nodiscard]] Traffic traffic_of(const Trace& trace);

/// "sender,receiver,messages,bytes", a line for each pair that has any, senders ascending.
[[nodiscard]] std::string format_traffic(const Traffic& traffic);

}  // namespace fabricmap::tracing
