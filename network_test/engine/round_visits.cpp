// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_visits.hpp"

#include "netcdf_schema/mixing.hpp"

#include <algorithm>
#include <utility>

namespace fabricmap::network_test {

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

void RoundVisits::visit(const Stage& stage, std::span<const RankPair> batch, Quality how,
                        std::int64_t visits_left, PlaneCells& cells) {
    const auto own = std::find_if(batch.begin(), batch.end(), [&](const RankPair& pair) {
        return pair.sender == stage.rank || pair.receiver == stage.rank;
    });
    if (own != batch.end()) take_part(stage, *own, how, visits_left, cells);
    idle_.await_all(control_);
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
