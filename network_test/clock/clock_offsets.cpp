// SPDX-License-Identifier: Apache-2.0
#include "network_test/clock/clock_offsets.hpp"

#include <limits>

namespace fabricmap::network_test {
namespace {

constexpr int exchanges = 30;
constexpr int tag = 0;

/// Answers each question of `peer` with the time at which it was seen.
void tell_time(MPI_Comm comm, const Clock& clock, int peer) {
    for (int exchange = 0; exchange < exchanges; ++exchange) {
        MPI_Recv(nullptr, 0, MPI_BYTE, peer, tag, comm, MPI_STATUS_IGNORE);
        const Nanoseconds seen = clock.now();
        MPI_Send(&seen, 1, MPI_INT64_T, peer, tag, comm);
    }
}

ClockOffset ask_time(MPI_Comm comm, const Clock& clock, int peer) {
    Nanoseconds least_round_trip = std::numeric_limits<Nanoseconds>::max();
    Nanoseconds offset = 0;
    for (int exchange = 0; exchange < exchanges; ++exchange) {
        Nanoseconds peer_time = 0;
        const Nanoseconds asked = clock.now();
        MPI_Send(nullptr, 0, MPI_BYTE, peer, tag, comm);
        MPI_Recv(&peer_time, 1, MPI_INT64_T, peer, tag, comm, MPI_STATUS_IGNORE);
        const Nanoseconds answered = clock.now();
        if (answered - asked < least_round_trip) {
            least_round_trip = answered - asked;
            offset = peer_time - (asked + least_round_trip / 2);
        }
    }
    return {offset, static_cast<double>(least_round_trip) / (2 * nanoseconds_per_second)};
}

}  // namespace

ClockOffset measure_clock_offset(MPI_Comm comm, const Clock& clock, bool one_clock) {
    if (one_clock || clock.simulated()) return {};
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    ClockOffset own;
    if (rank == 0) {
        for (int peer = 1; peer < size; ++peer) tell_time(comm, clock, peer);
    } else {
        own = ask_time(comm, clock, 0);
    }
    ClockOffset result = own;
    MPI_Allreduce(&own.error_bound_s, &result.error_bound_s, 1, MPI_DOUBLE, MPI_MAX, comm);
    return result;
}

}  // namespace fabricmap::network_test
