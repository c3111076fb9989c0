// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/connections.hpp"

#include <algorithm>
#include <set>

namespace fabricmap::network_test {

std::vector<int> all_peers(const std::vector<int>& parties, int rank) {
    const auto own = std::lower_bound(parties.begin(), parties.end(), rank);
    if (own == parties.end() || *own != rank) return {};
    std::vector<int> peers(own + 1, parties.end());
    peers.insert(peers.end(), parties.begin(), own);
    return peers;
}

std::vector<int> peers_in(const RoundPlan& plan, int rank) {
    std::set<int> peers;
    for (std::int64_t position = 0; position < plan.positions(); ++position) {
        if (const auto peer = plan.partner(position, rank)) peers.insert(*peer);
    }
    return {peers.begin(), peers.end()};
}

}  // namespace fabricmap::network_test
