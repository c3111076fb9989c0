// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/pair_class.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::network_test {

/// Some pairs of the endpoints that stand for a class, drawn from the seed: no pair twice, and spread over
/// the hosts. At most `most`, none where the class is empty. The same on every rank.
[[nodiscard]] std::vector<RankPair> representative_pairs(const PerRank<RankLocation>& locations,
                                                         const std::vector<int>& endpoints,
                                                         PairClass pair_class, int most, std::uint64_t seed);

}  // namespace fabricmap::network_test
