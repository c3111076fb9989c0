// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/clock_exchange.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace fabricmap {
namespace {

constexpr int clock_question_tag = 1;
constexpr int clock_answer_tag = 2;
constexpr Nanoseconds question = 0;
constexpr Nanoseconds no_more_questions = -1;
// Where others take the cores or the network, the minimum of a few round trips is unreliable: several must be
// close to it.
constexpr double trips_alike = 1.2;
constexpr std::ptrdiff_t company = 3;
constexpr int max_extensions = 10;

/// Whether the least trip is one of several alike.
bool has_company(const std::vector<Nanoseconds>& trips, Nanoseconds least) {
    const auto limit = static_cast<Nanoseconds>(trips_alike * static_cast<double>(least));
    const auto alike =
        std::count_if(trips.begin(), trips.end(), [limit](Nanoseconds trip) { return trip <= limit; });
    return alike >= std::min(company, std::ssize(trips));
}

}  // namespace

ClockReading read_clock(MPI_Comm comm, const Clock& clock, int peer, int exchanges) {
    Nanoseconds min_trip = std::numeric_limits<Nanoseconds>::max();
    ClockReading best;
    std::vector<Nanoseconds> trips;
    const auto exchange = [&] {
        Nanoseconds answer = 0;
        const Nanoseconds asked = clock.now();
        // As long as the answer, so that both directions take the same time.
        MPI_Send(&question, 1, MPI_INT64_T, peer, clock_question_tag, comm);
        MPI_Recv(&answer, 1, MPI_INT64_T, peer, clock_answer_tag, comm, MPI_STATUS_IGNORE);
        const Nanoseconds answered = clock.now();
        const Nanoseconds trip = answered - asked;
        trips.push_back(trip);
        if (trip >= min_trip) return;
        min_trip = trip;
        best.own = asked + trip / 2;
        best.offset = answer - best.own;
        best.half_trip = trip / 2 + 1;
    };
    for (int series = 0; series < max_extensions; ++series) {
        for (int number = 0; number < exchanges; ++number) exchange();
        if (has_company(trips, min_trip)) break;
    }
    best.exchanges = static_cast<int>(trips.size());
    MPI_Send(&no_more_questions, 1, MPI_INT64_T, peer, clock_question_tag, comm);
    return best;
}

void show_clock(MPI_Comm comm, const Clock& clock, int peer) {
    Nanoseconds asked = question;
    for (;;) {
        MPI_Recv(&asked, 1, MPI_INT64_T, peer, clock_question_tag, comm, MPI_STATUS_IGNORE);
        const Nanoseconds seen = clock.now();
        if (asked == no_more_questions) return;
        MPI_Send(&seen, 1, MPI_INT64_T, peer, clock_answer_tag, comm);
    }
}

}  // namespace fabricmap
