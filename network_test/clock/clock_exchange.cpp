// SPDX-License-Identifier: Apache-2.0
#include "network_test/clock/clock_exchange.hpp"

#include <limits>

namespace fabricmap::network_test {
namespace {

constexpr int question_tag = 1;
constexpr int answer_tag = 2;

}  // namespace

ClockReading read_clock(MPI_Comm comm, const Clock& clock, int peer, int exchanges) {
    Nanoseconds least_trip = std::numeric_limits<Nanoseconds>::max();
    ClockReading best;
    for (int exchange = 0; exchange < exchanges; ++exchange) {
        Nanoseconds answer = 0;
        const Nanoseconds asked = clock.now();
        // As long as the answer, so that the ways there and back take the same time.
        MPI_Send(&asked, 1, MPI_INT64_T, peer, question_tag, comm);
        MPI_Recv(&answer, 1, MPI_INT64_T, peer, answer_tag, comm, MPI_STATUS_IGNORE);
        const Nanoseconds answered = clock.now();
        const Nanoseconds trip = answered - asked;
        if (trip >= least_trip) continue;
        least_trip = trip;
        best.own = asked + trip / 2;
        best.offset = answer - best.own;
        best.half_trip = trip / 2 + 1;
    }
    return best;
}

void show_clock(MPI_Comm comm, const Clock& clock, int peer, int exchanges) {
    for (int exchange = 0; exchange < exchanges; ++exchange) {
        Nanoseconds question = 0;
        MPI_Recv(&question, 1, MPI_INT64_T, peer, question_tag, comm, MPI_STATUS_IGNORE);
        const Nanoseconds seen = clock.now();
        MPI_Send(&seen, 1, MPI_INT64_T, peer, answer_tag, comm);
    }
}

}  // namespace fabricmap::network_test
