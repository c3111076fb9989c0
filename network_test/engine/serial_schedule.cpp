// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/serial_schedule.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fabricmap::network_test {
namespace {

// What a word on the control communicator asks its reader to do; it holds the position in the order.
constexpr int follow_tag = 1;
constexpr int baton_tag = 2;
constexpr int baton_taken_tag = 3;

void send_token(MPI_Comm control, int to, int tag, std::int64_t position) {
    MPI_Send(&position, 1, MPI_INT64_T, to, tag, control);
}

}  // namespace

void SerialSchedule::measure(const Stage& stage, const Shuffle& shuffle, PlaneCells& cells) {
    const PairOrder order(stage.endpoints, shuffle);
    std::int64_t visits_left = visits_of(stage, order);
    if (visits_left > 0 && measurement_.leader_of(order.at(0)) == stage.rank) {
        visits_left -= lead_from(0, stage, order, cells);
    }
    while (visits_left > 0 || !takers_.empty()) {
        const Word word = next_word(stage, visits_left > 0);
        if (word.tag == baton_taken_tag) {
            std::erase(takers_, word.sender);
            continue;
        }
        progress_.reached(word.position);
        if (word.tag == follow_tag) {
            measurement_.follow(stage, order.at(word.position));
            --visits_left;
        } else {
            send_token(control_, word.sender, baton_taken_tag, word.position);
            visits_left -= lead_from(word.position, stage, order, cells);
        }
    }
}

SerialSchedule::Word SerialSchedule::next_word(const Stage& stage, bool has_visits_left) {
    std::optional<WaitScope> expectation;
    // Nobody speaks before the baton is taken, so any word proves that it was.
    if (std::exchange(baton_is_out_, false) || !has_visits_left)
        expectation.emplace(Waiting::answer, takers_.back(), stage.payload.length_bytes());
    Word word;
    const MPI_Status status =
        idle_.receive(&word.position, 1, MPI_INT64_T, MPI_ANY_SOURCE, MPI_ANY_TAG, control_);
    word.sender = status.MPI_SOURCE;
    word.tag = status.MPI_TAG;
    return word;
}

std::int64_t SerialSchedule::lead_from(std::int64_t position, const Stage& stage, const PairOrder& order,
                                       PlaneCells& cells) {
    std::int64_t led = 0;
    for (; position < order.size(); ++position, ++led) {
        const RankPair pair = order.at(position);
        const int leader = measurement_.leader_of(pair);
        if (leader != stage.rank) {
            send_token(control_, leader, baton_tag, position);
            takers_.push_back(leader);
            baton_is_out_ = true;
            return led;
        }
        progress_.reached(position);
        const int follower = measurement_.follower_of(pair);
        send_token(control_, follower, follow_tag, position);
        cells[follower] = measurement_.lead(stage, pair, order.size() - position);
        cells[follower].flag(Quality::alone);
    }
    return led;
}

std::int64_t SerialSchedule::visits_of(const Stage& stage, const PairOrder& order) {
    const auto endpoints = static_cast<int>(stage.endpoints.size());
    const bool takes_part = std::binary_search(stage.endpoints.begin(), stage.endpoints.end(), stage.rank);
    if (order.size() == pair_count(endpoints)) return takes_part ? 2 * (endpoints - 1) : 0;
    std::int64_t visits = 0;
    for (std::int64_t position = 0; position < order.size(); ++position) {
        const RankPair pair = order.at(position);
        if (pair.sender == stage.rank || pair.receiver == stage.rank) ++visits;
    }
    return visits;
}

}  // namespace fabricmap::network_test
