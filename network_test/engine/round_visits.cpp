// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_visits.hpp"

#include "netcdf_schema/mixing.hpp"

#include <algorithm>
#include <utility>

namespace fabricmap::network_test {
namespace {

// Empty messages between the ranks of a batch and those of the next: this pair is measured now; a pair of the
// batch before is done; the batch begins.
constexpr int visit_tag = 1;
constexpr int done_tag = 2;
constexpr int begin_tag = 3;

void send_word(MPI_Comm control, int to, int tag) {
    MPI_Send(nullptr, 0, MPI_BYTE, to, tag, control);
}

}  // namespace

void RoundVisits::meet(const Stage& stage, const RoundPlan& plan, std::int64_t position,
                       std::int64_t visits_left, PlaneCells& cells) {
    if (const auto partner = plan.partner(position, stage.rank)) {
        const Quality how = plan.pairs_at_once() > 1 ? Quality::in_round : Quality::alone;
        const auto [low, high] = std::minmax(stage.rank, *partner);
        RankPair first{low, high};
        RankPair second{high, low};
        const bool low_first = mix(static_cast<std::uint64_t>(position)) % 2 == 0;
        if (!low_first) std::swap(first, second);
        take_part(stage, first, how, visits_left, cells);
        take_part(stage, second, how, visits_left - 1, cells);
    }
    idle_.await_all(control_);
}

void RoundVisits::visit_in_turn(const Stage& stage, std::span<const Batch> batches, Quality how,
                                std::int64_t visits_left, PlaneCells& cells,
                                const std::function<void(const RankPair&)>& led) {
    for (std::size_t turn = 0; turn < batches.size(); ++turn) {
        const auto own = std::find_if(batches[turn].begin(), batches[turn].end(), [&](const RankPair& pair) {
            return pair.sender == stage.rank || pair.receiver == stage.rank;
        });
        if (own == batches[turn].end()) continue;
        const bool leads = leader_of(*own) == stage.rank;
        if (leads) {
            await_turn(batches, turn, stage.rank);
            send_word(control_, follower_of(*own), visit_tag);
        } else {
            await_word(leader_of(*own), visit_tag);
        }
        take_part(stage, *own, how, visits_left - static_cast<std::int64_t>(turn), cells);
        if (!leads) continue;
        led(*own);
        if (turn + 1 == batches.size()) continue;
        const int next = first_leader_of(batches[turn + 1]);
        if (next != stage.rank) send_word(control_, next, done_tag);
    }
    idle_.await_all(control_);
}

void RoundVisits::await_turn(std::span<const Batch> batches, std::size_t turn, int rank) const {
    if (turn == 0) return;
    const int first = first_leader_of(batches[turn]);
    if (first != rank) {
        await_word(first, begin_tag);
        return;
    }
    for (const RankPair& pair : batches[turn - 1]) {
        if (leader_of(pair) != rank) await_word(leader_of(pair), done_tag);
    }
    for (const RankPair& pair : batches[turn]) {
        if (leader_of(pair) != rank) send_word(control_, leader_of(pair), begin_tag);
    }
}

void RoundVisits::await_word(int from, int tag) const {
    MPI_Request word = MPI_REQUEST_NULL;
    MPI_Irecv(nullptr, 0, MPI_BYTE, from, tag, control_, &word);
    idle_.finish(word);
}

void RoundVisits::take_part(const Stage& stage, const RankPair& pair, Quality how, std::int64_t visits_left,
                            PlaneCells& cells) {
    if (measurement_.leader_of(pair) != stage.rank) {
        measurement_.follow(stage, pair);
        return;
    }
    CellStatistics& cell = cells[measurement_.follower_of(pair)];
    cell = measurement_.lead(stage, pair, visits_left);
    cell.flag(how);
}

std::int64_t RoundVisits::first_ranks(std::int64_t number) const {
    MPI_Bcast(&number, 1, MPI_INT64_T, 0, control_);
    return number;
}

}  // namespace fabricmap::network_test
