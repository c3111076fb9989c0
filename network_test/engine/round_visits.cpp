// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_visits.hpp"

#include "base/mixing.hpp"
#include "network_test/schedule/turns.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace fabricmap::network_test {
namespace {

// What ranks tell each other: to a pair's leader, that its follower is ready; to the follower, that the visit
// begins; to the leader of a visit, by its number, that one it waits for is over.
constexpr int ready_tag = 1;
constexpr int visit_tag = 2;
constexpr int done_tag = 3;

void send_signal(MPI_Comm control, int to, int tag) {
    MPI_Send(nullptr, 0, MPI_BYTE, to, tag, control);
}

/// The rank and its partner, the one first that sends first: the lower, or with whole hosts the one on the
/// lower host, so that all ranks of a host send at the same time.
std::pair<RankIndex, RankIndex> in_order(const Stage& stage, RankIndex partner, bool by_hosts) {
    const auto place = [&](RankIndex rank) {
        return std::pair(by_hosts ? stage.locations[rank].node : 0, rank);
    };
    return std::pair(std::min(place(stage.rank), place(partner)).second,
                     std::max(place(stage.rank), place(partner)).second);
}

}  // namespace

void RoundVisits::meet(const Stage& stage, const RoundPlan& plan, std::int64_t position,
                       std::int64_t visits_left, PlaneCells& cells) {
    if (const auto partner = plan.partner(position, stage.rank)) {
        const Quality how = plan.pairs_at_once() > 1 ? Quality::in_round : Quality::alone;
        const auto [low, high] = in_order(stage, *partner, plan.has_hosts_together());
        RankPair first{low, high};
        RankPair second{high, low};
        const bool low_first = mix(static_cast<std::uint64_t>(position)) % 2 == 0;
        if (!low_first) std::swap(first, second);
        await_partner(stage.rank, first);
        take_part(stage, first, how, visits_left, cells);
        // All ranks of the host turn round at once.
        if (plan.has_hosts_together()) idle_.await_all(host_);
        take_part(stage, second, how, visits_left - 1, cells);
    } else if (plan.has_hosts_together()) {
        idle_.await_all(host_);
    }
    idle_.await_all(plan.parts() > 1 ? control_ : host_);
}

void RoundVisits::visit_in_turn(const Stage& stage, std::span<const Batch> batches, Quality how,
                                std::int64_t visits_left, PlaneCells& cells,
                                const std::function<void(const RankPair&)>& led) {
    const auto turns =
        turns_of(stage.rank, batches, stage.locations, [&](const RankPair& pair) { return leader_of(pair); });
    std::map<std::size_t, std::size_t> done_before;  // by number
    for (const Turn& turn : turns) {
        const bool leads = leader_of(turn.pair) == stage.rank;
        if (leads) {
            while (done_before[turn.number] < turn.awaited) ++done_before[await_done()];
            done_before.erase(turn.number);
        }
        await_partner(stage.rank, turn.pair);
        take_part(stage, turn.pair, how, visits_left - static_cast<std::int64_t>(turn.batch), cells);
        if (!leads) continue;
        for (const Turn::Waiting& waiting : turn.waiting) {
            const std::uint64_t number = waiting.number;
            MPI_Send(&number, 1, MPI_UINT64_T, waiting.leader, done_tag, control_);
        }
        led(turn.pair);
    }
    idle_.await_all(control_);
}

void RoundVisits::await_partner(RankIndex rank, const RankPair& pair) const {
    if (leader_of(pair) == rank) {
        await_signal(follower_of(pair), ready_tag);
        send_signal(control_, follower_of(pair), visit_tag);
    } else {
        send_signal(control_, leader_of(pair), ready_tag);
        await_signal(leader_of(pair), visit_tag);
    }
}

std::size_t RoundVisits::await_done() const {
    std::uint64_t number = 0;
    idle_.receive(&number, 1, MPI_UINT64_T, MPI_ANY_SOURCE, done_tag, control_);
    return number;
}

void RoundVisits::await_signal(int from, int tag) const {
    idle_.receive(nullptr, 0, MPI_BYTE, from, tag, control_);
}

void RoundVisits::take_part(const Stage& stage, const RankPair& pair, Quality how, std::int64_t visits_left,
                            PlaneCells& cells) {
    if (measurement_.leader_of(pair) != stage.rank) {
        measurement_.follow(stage, pair);
        return;
    }
    CellStatistics& cell = cells[measurement_.follower_of(pair)];
    cell.repeat(measurement_.lead(stage, pair, visits_left));
    cell.flag(how);
}

std::int64_t RoundVisits::first_ranks(std::int64_t number) const {
    const WaitScope awaited("comparing pairs", Waiting::idle);
    MPI_Bcast(&number, 1, MPI_INT64_T, 0, control_);
    return number;
}

}  // namespace fabricmap::network_test
