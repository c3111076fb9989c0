// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/connections.hpp"

#include <vector>

namespace fabricmap::network_test {

void connect_all(const Stage& stage) {
    // A simulated network has no connections to make, and all pairs at once are what takes it longest.
    if (stage.clock.simulated()) return;
    std::vector<MPI_Request> receives(static_cast<std::size_t>(stage.size), MPI_REQUEST_NULL);
    std::vector<MPI_Request> sends(receives);
    const auto for_each_other = [&](const auto& act) {
        for (int distance = 1; distance < stage.size; ++distance) act((stage.rank + distance) % stage.size);
    };
    for_each_other([&](int peer) {
        const auto index = static_cast<std::size_t>(peer);
        MPI_Irecv(nullptr, 0, MPI_BYTE, peer, empty_tag, stage.comm, &receives[index]);
        MPI_Isend(nullptr, 0, MPI_BYTE, peer, empty_tag, stage.comm, &sends[index]);
    });
    for_each_other([&](int peer) {
        const Expectation expectation(stage.watchdog, Watchdog::Waiting::messages, peer, 0);
        MPI_Wait(&receives[static_cast<std::size_t>(peer)], MPI_STATUS_IGNORE);
    });
    MPI_Waitall(stage.size, sends.data(), MPI_STATUSES_IGNORE);
}

}  // namespace fabricmap::network_test
