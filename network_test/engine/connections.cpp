// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/connections.hpp"

#include <algorithm>
#include <set>

namespace fabricmap::network_test {

void connect_to(const std::vector<int>& peers, const Stage& stage) {
    // A simulated network has no connections to make, and all pairs at once are what takes it longest.
    if (stage.clock.simulated()) return;
    std::vector<MPI_Request> receives(peers.size(), MPI_REQUEST_NULL);
    std::vector<MPI_Request> sends(receives);
    for (std::size_t p = 0; p < peers.size(); ++p) {
        MPI_Irecv(nullptr, 0, MPI_BYTE, peers[p], empty_tag, stage.comm, &receives[p]);
        MPI_Isend(nullptr, 0, MPI_BYTE, peers[p], empty_tag, stage.comm, &sends[p]);
    }
    for (std::size_t p = 0; p < peers.size(); ++p) {
        const Expectation expectation(stage.watchdog, Watchdog::Waiting::messages, peers[p], 0);
        MPI_Wait(&receives[p], MPI_STATUS_IGNORE);
    }
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
}

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
