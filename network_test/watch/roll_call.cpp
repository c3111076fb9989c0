// SPDX-License-Identifier: Apache-2.0
#include "network_test/watch/roll_call.hpp"

#include <array>
#include <set>

namespace fabricmap::network_test {
namespace {

constexpr const char* step = "calling the roll";
constexpr int host_tag = 1;
constexpr int all_hosts_tag = 2;
constexpr int greeting_tag = 3;
constexpr int beacon_tag = 4;

/// Padded with zeros.
using HostName = std::array<char, MPI_MAX_PROCESSOR_NAME>;

/// What rank 0 tells all.
struct Roll {
    BeaconAddress beacon;
    std::vector<HostName> hosts;
};

HostName own_host_name() {
    HostName name{};
    own_host().copy(name.data(), name.size() - 1);
    return name;
}

/// On rank 0: what all others have sent.
std::vector<HostName> hear_of_hosts(int ranks, Watchdog& watchdog) {
    std::vector<HostName> hosts(static_cast<std::size_t>(ranks), own_host_name());
    std::vector<MPI_Request> requests(hosts.size(), MPI_REQUEST_NULL);
    for (int rank = 1; rank < ranks; ++rank) {
        const auto place = static_cast<std::size_t>(rank);
        MPI_Irecv(hosts[place].data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, rank, host_tag, MPI_COMM_WORLD,
                  &requests[place]);
    }
    for (int rank = 1; rank < ranks; ++rank) {
        watchdog.expect_in(step, Waiting::messages, rank);
        MPI_Wait(&requests[static_cast<std::size_t>(rank)], MPI_STATUS_IGNORE);
    }
    return hosts;
}

void tell(const Roll& roll, Watchdog& watchdog) {
    const auto ranks = static_cast<int>(roll.hosts.size());
    std::vector<MPI_Request> requests(roll.hosts.size(), MPI_REQUEST_NULL);
    for (int rank = 1; rank < ranks; ++rank) {
        MPI_Send(&roll.beacon, sizeof roll.beacon, MPI_BYTE, rank, beacon_tag, MPI_COMM_WORLD);
        MPI_Isend(roll.hosts.data(), ranks * MPI_MAX_PROCESSOR_NAME, MPI_CHAR, rank, all_hosts_tag,
                  MPI_COMM_WORLD, &requests[static_cast<std::size_t>(rank)]);
    }
    for (int rank = 1; rank < ranks; ++rank) {
        watchdog.expect_in(step, Waiting::answer, rank);
        MPI_Wait(&requests[static_cast<std::size_t>(rank)], MPI_STATUS_IGNORE);
    }
}

Roll ask_first_rank(int ranks) {
    const StepWithOthers waiting(step, Waiting::others, 0);
    const HostName own = own_host_name();
    MPI_Send(own.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, 0, host_tag, MPI_COMM_WORLD);
    Roll roll;
    roll.hosts.resize(static_cast<std::size_t>(ranks));
    MPI_Recv(&roll.beacon, sizeof roll.beacon, MPI_BYTE, 0, beacon_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(roll.hosts.data(), ranks * MPI_MAX_PROCESSOR_NAME, MPI_CHAR, 0, all_hosts_tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return roll;
}

/// Ranks at a distance of 1, 2, 4, ... on both sides.
std::vector<int> collective_peers(int rank, int ranks) {
    std::set<int> peers;
    for (int distance = 1; distance < ranks; distance *= 2) {
        peers.insert((rank + distance) % ranks);
        peers.insert((rank - distance + ranks) % ranks);
    }
    return {peers.begin(), peers.end()};
}

}  // namespace

void call_roll(const Session& session, Watchdog& watchdog) {
    Roll roll;
    if (session.is_first()) {
        roll = {watchdog.listen_to_hosts(), hear_of_hosts(session.size(), watchdog)};
        tell(roll, watchdog);
    } else {
        roll = ask_first_rank(session.size());
    }
    std::vector<std::string> hosts;
    hosts.reserve(roll.hosts.size());
    for (const HostName& host : roll.hosts) hosts.emplace_back(host.data());
    watchdog.know_hosts(std::move(hosts), roll.beacon);
    watchdog.all_have_come();
    exchange_empty(collective_peers(session.rank(), session.size()), greeting_tag, MPI_COMM_WORLD, watchdog);
}

void exchange_empty(const std::vector<int>& peers, int tag, MPI_Comm comm, Watchdog& watchdog) {
    std::vector<MPI_Request> receives(peers.size(), MPI_REQUEST_NULL);
    std::vector<MPI_Request> sends(receives);
    for (std::size_t p = 0; p < peers.size(); ++p) {
        MPI_Irecv(nullptr, 0, MPI_BYTE, peers[p], tag, comm, &receives[p]);
        MPI_Isend(nullptr, 0, MPI_BYTE, peers[p], tag, comm, &sends[p]);
    }
    for (std::size_t p = 0; p < peers.size(); ++p) {
        watchdog.expect_in("connecting", Waiting::messages, peers[p]);
        MPI_Wait(&receives[p], MPI_STATUS_IGNORE);
    }
    for (std::size_t p = 0; p < peers.size(); ++p) {
        watchdog.expect_in("connecting", Waiting::answer, peers[p]);
        MPI_Wait(&sends[p], MPI_STATUS_IGNORE);
    }
    watchdog.rest();
}

}  // namespace fabricmap::network_test
