// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "viewer/reading/displayed.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::viewer {

/// How endpoints are lined up.
enum class Order : std::uint8_t {
    rank,      ///< as they are numbered
    host,      ///< by the name of the host, "node2" before "node10", then by rank
    topology,  ///< hosts that are near each other side by side, as the diagnosis has it, then by rank
    cluster,   ///< endpoints that are near each other at one length side by side
};

/// Linkage takes memory and time with the square of the endpoints.
inline constexpr std::int64_t max_endpoints_to_cluster = 4096;

/// Of each place in the picture, the endpoint that is shown there. `diagnosis` is of the run that is shown;
/// null where there is none yet. `k` is the plane that Order::cluster looks at: it reads all of it, and of
/// the two directions the smaller value counts. Throws UsageError, with the remedy, where the topology is not
/// known or there is nothing to cluster by.
[[nodiscard]] std::vector<int> order_of(const Displayed& shown, Order order,
                                        const diagnosis::Diagnosis* diagnosis, std::size_t k);

/// The host of each endpoint as an index of diagnosis.hosts.
[[nodiscard]] std::vector<int> diagnosed_hosts(const Displayed& shown, const diagnosis::Diagnosis& diagnosis);

}  // namespace fabricmap::viewer
