// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/mpi/waiting.hpp"
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/engine/plane_cells.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fabricmap::network_test {

/// Measures disjoint pairs at the same time, one at most on a host. All ranks call the same member together.
class RoundVisits {
  public:
    /// `control`: a communicator that carries nothing else; `host`: one of the ranks of this rank's host.
    RoundVisits(PairMeasurement& measurement, MPI_Comm control, MPI_Comm host,
                const IdleWaiting& idle) noexcept
        : measurement_(measurement), control_(control), host_(host), idle_(idle) {}

    /// The pairs of that position of the plan, each in both directions one after the other. `visits_left`:
    /// see PairMeasurement::lead. Whole rounds overlap: a host goes on to the next position when its own pair
    /// is done, because each would last as long as its slowest pair otherwise. Those that are thinned do not,
    /// or more pairs would be measured at once. Call await_all after the last.
    void meet(const Stage& stage, const RoundPlan& plan, std::int64_t position, std::int64_t visits_left,
              PlaneCells& cells);
    /// Returns when all ranks have called it, and so when all visits are over.
    void await_all() const { idle_.await_all(control_); }

    using Batch = std::vector<RankPair>;
    /// Batches of pairs one after another, each pair in its one direction, in the order of turns_of. Only
    /// ranks that follow each other speak, because a batch is small and the others are many: those wait at
    /// the end. Returns when all are done. `how`: the cells are flagged with it. `visits_left`: of the first
    /// batch, one less with each. `led`: called on the leader of each pair after its visit.
    void visit_in_turn(
        const Stage& stage, std::span<const Batch> batches, Quality how, std::int64_t visits_left,
        PlaneCells& cells, const std::function<void(const RankPair&)>& led = [](const RankPair&) {});

    /// Rank 0's number on all ranks, which decide by it together.
    [[nodiscard]] std::int64_t first_ranks(std::int64_t number) const;
    /// How many visits of a single sample a visit of so many, warmed up as usual, is worth at most.
    [[nodiscard]] double single_visits_worth(std::int64_t samples) const noexcept {
        return measurement_.single_visits_worth(samples);
    }

    [[nodiscard]] MPI_Comm control() const noexcept { return control_; }
    [[nodiscard]] RankIndex leader_of(const RankPair& pair) const noexcept {
        return measurement_.leader_of(pair);
    }
    [[nodiscard]] RankIndex follower_of(const RankPair& pair) const noexcept {
        return measurement_.follower_of(pair);
    }
    [[nodiscard]] Side holder() const noexcept { return measurement_.holder(); }

  private:
    /// Returns when both ranks of the pair are free for it.
    void await_partner(RankIndex rank, const RankPair& pair) const;
    void await_signal(int from, int tag) const;
    /// Returns the number of a visit of which one that must precede it is over.
    [[nodiscard]] std::size_t await_done() const;
    void take_part(const Stage& stage, const RankPair& pair, Quality how, std::int64_t visits_left,
                   PlaneCells& cells);

    PairMeasurement& measurement_;
    MPI_Comm control_;
    MPI_Comm host_;
    const IdleWaiting& idle_;
};

}  // namespace fabricmap::network_test
