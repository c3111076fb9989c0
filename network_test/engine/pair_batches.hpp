// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/pair_order.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace fabricmap::network_test {

/// All ranks' pairs in the order of the ranks. Called by all ranks together; all get the same.
[[nodiscard]] std::vector<RankPair> gather_pairs(std::span<const RankPair> own, MPI_Comm control);

/// Batches of at most that many pairs in which no host is twice, in the order of the pairs.
/// `locations`: by rank.
[[nodiscard]] std::vector<std::vector<RankPair>> host_disjoint_batches(std::span<const RankPair> pairs,
                                                                       const PerRank<RankLocation>& locations,
                                                                       std::int64_t pairs_at_once);

}  // namespace fabricmap::network_test
