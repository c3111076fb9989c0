// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/schedule/pair_order.hpp"

#include <utility>
#include <vector>

namespace fabricmap::network_test::testing {

using Numbers = std::pair<int, int>;

constexpr RankPair rank_pair(int sender, int receiver) {
    return {RankIndex{sender}, RankIndex{receiver}};
}

inline std::vector<RankPair> rank_pairs(const std::vector<Numbers>& numbers) {
    std::vector<RankPair> pairs;
    for (const auto& [sender, receiver] : numbers) pairs.push_back(rank_pair(sender, receiver));
    return pairs;
}

inline std::vector<std::vector<RankPair>> pair_batches(const std::vector<std::vector<Numbers>>& numbers) {
    std::vector<std::vector<RankPair>> batches;
    for (const std::vector<Numbers>& batch : numbers) batches.push_back(rank_pairs(batch));
    return batches;
}

}  // namespace fabricmap::network_test::testing
