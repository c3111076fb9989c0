// SPDX-License-Identifier: Apache-2.0
#include "measuring/mpi/roll_call.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <sstream>
#include <string>

namespace fabricmap {
namespace {

constexpr const char* doing = "calling the roll";
constexpr int host_tag = 1;
constexpr int all_hosts_tag = 2;
constexpr int greeting_tag = 3;
constexpr int beacon_tag = 4;

/// Padded with zeros.
using HostName = std::array<char, MPI_MAX_PROCESSOR_NAME>;

/// What rank 0 sends to all.
struct Roll {
    BeaconAddress beacon;
    std::vector<std::string> hosts;  ///< by rank
};

/// A line for each host: its name, and how many ranks in a row it has. Ranks of a host mostly follow each
/// other.
std::string packed(const std::vector<std::string>& hosts) {
    std::string text;
    for (std::size_t rank = 0; rank < hosts.size();) {
        const std::size_t first = rank;
        while (rank < hosts.size() && hosts[rank] == hosts[first]) ++rank;
        text += fmt::format("{} {}\n", hosts[first], rank - first);
    }
    return text;
}

std::vector<std::string> unpacked(const std::string& text) {
    std::vector<std::string> hosts;
    std::istringstream lines(text);
    std::string host;
    for (std::size_t ranks = 0; lines >> host >> ranks;) hosts.insert(hosts.end(), ranks, host);
    return hosts;
}

HostName own_host_name() {
    HostName name{};
    own_host().copy(name.data(), name.size() - 1);
    return name;
}

/// On rank 0: what all others have sent.
std::vector<std::string> receive_hosts(int ranks, Watchdog& watchdog) {
    std::vector<HostName> names(static_cast<std::size_t>(ranks), own_host_name());
    std::vector<MPI_Request> requests(names.size(), MPI_REQUEST_NULL);
    for (int rank = 1; rank < ranks; ++rank) {
        const auto index = static_cast<std::size_t>(rank);
        MPI_Irecv(names[index].data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, rank, host_tag, MPI_COMM_WORLD,
                  &requests[index]);
    }
    for (int rank = 1; rank < ranks; ++rank) {
        watchdog.expect_in(doing, Waiting::messages, rank);
        MPI_Wait(&requests[static_cast<std::size_t>(rank)], MPI_STATUS_IGNORE);
    }
    std::vector<std::string> hosts;
    hosts.reserve(names.size());
    for (const HostName& name : names) hosts.emplace_back(name.data());
    return hosts;
}

void send_roll(const Roll& roll, Watchdog& watchdog) {
    const std::string text = packed(roll.hosts);
    for (int rank = 1; rank < static_cast<int>(roll.hosts.size()); ++rank) {
        watchdog.expect_in(doing, Waiting::answer, rank);
        MPI_Send(&roll.beacon, sizeof roll.beacon, MPI_BYTE, rank, beacon_tag, MPI_COMM_WORLD);
        MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, rank, all_hosts_tag, MPI_COMM_WORLD);
    }
}

Roll ask_first_rank() {
    const WaitScope waiting(doing, Waiting::others, 0);
    const HostName own = own_host_name();
    MPI_Send(own.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, 0, host_tag, MPI_COMM_WORLD);
    Roll roll;
    MPI_Recv(&roll.beacon, sizeof roll.beacon, MPI_BYTE, 0, beacon_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Status status;
    int size = 0;
    MPI_Probe(0, all_hosts_tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &size);
    std::string text(static_cast<std::size_t>(size), ' ');
    MPI_Recv(text.data(), size, MPI_CHAR, 0, all_hosts_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    roll.hosts = unpacked(text);
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
        roll = {watchdog.listen_to_hosts(), receive_hosts(session.size(), watchdog)};
        send_roll(roll, watchdog);
    } else {
        roll = ask_first_rank();
    }
    watchdog.set_hosts(std::move(roll.hosts), roll.beacon);
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

}  // namespace fabricmap
