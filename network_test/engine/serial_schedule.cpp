// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/serial_schedule.hpp"

namespace fabricmap::network_test {
namespace {

// What a word on the control communicator asks its reader to do; it holds the position in the order.
constexpr int follow_tag = 1;
constexpr int baton_tag = 2;
constexpr int baton_taken_tag = 3;

void say(MPI_Comm control, int to, int tag, std::int64_t position) {
    MPI_Send(&position, 1, MPI_INT64_T, to, tag, control);
}

}  // namespace

void SerialSchedule::measure(const Stage& stage, const Shuffle& shuffle, PlaneCells& cells) {
    const PairOrder order(stage.size, shuffle);
    const std::int64_t others = stage.size - 1;
    std::int64_t led = 0;
    std::int64_t followed = 0;
    if (measurement_.leader_of(order.at(0)) == stage.rank) led += lead_from(0, stage, order, cells);
    while (led < others || followed < others) {
        std::int64_t position = 0;
        MPI_Request word = MPI_REQUEST_NULL;
        // Answers to this rank's own batons are read where they are awaited, so any word here is one to act
        // on.
        MPI_Irecv(&position, 1, MPI_INT64_T, MPI_ANY_SOURCE, MPI_ANY_TAG, control_, &word);
        const MPI_Status status = idle_.finish(word);
        progress_.reached(position);
        if (status.MPI_TAG == follow_tag) {
            measurement_.follow(stage, order.at(position));
            ++followed;
        } else {
            say(control_, status.MPI_SOURCE, baton_taken_tag, position);
            led += lead_from(position, stage, order, cells);
        }
    }
}

std::int64_t SerialSchedule::lead_from(std::int64_t position, const Stage& stage, const PairOrder& order,
                                       PlaneCells& cells) {
    std::int64_t led = 0;
    for (; position < order.size(); ++position, ++led) {
        const RankPair pair = order.at(position);
        const int leader = measurement_.leader_of(pair);
        if (leader != stage.rank) {
            hand_baton_to(leader, position, stage);
            return led;
        }
        progress_.reached(position);
        const int follower = measurement_.follower_of(pair);
        say(control_, follower, follow_tag, position);
        cells[follower] = measurement_.lead(stage, pair);
    }
    return led;
}

void SerialSchedule::hand_baton_to(int next_leader, std::int64_t position, const Stage& stage) {
    const Expectation expectation(stage.watchdog, Watchdog::Waiting::answer, next_leader,
                                  stage.payload.length_bytes());
    say(control_, next_leader, baton_tag, position);
    MPI_Recv(&position, 1, MPI_INT64_T, next_leader, baton_taken_tag, control_, MPI_STATUS_IGNORE);
}

}  // namespace fabricmap::network_test
