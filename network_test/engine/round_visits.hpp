// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/pair_measurement.hpp"
#include "network_test/engine/plane_cells.hpp"
#include "network_test/mpi/waiting.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fabricmap::network_test {

/// Measures disjoint pairs at the same time. All ranks call the same member together, and it returns when the
/// visits of all are over, so that no two groups of pairs overlap.
class RoundVisits {
  public:
    /// `control`: a communicator that carries nothing else.
    RoundVisits(PairMeasurement& measurement, MPI_Comm control, const IdleWaiting& idle) noexcept
        : measurement_(measurement), control_(control), idle_(idle) {}

    /// The pairs of that position of the plan, each in both directions one after the other. `visits_left`:
    /// see PairMeasurement::lead.
    void meet(const Stage& stage, const RoundPlan& plan, std::int64_t position, std::int64_t visits_left,
              PlaneCells& cells);
    using Batch = std::vector<RankPair>;
    /// Batches of pairs one after another, each pair in its one direction; a batch begins when all pairs of
    /// the one before are done. Only the ranks of the two speak to each other then, because a batch is small
    /// and the others are many: those wait at the end. `how`: the cells are flagged with it. `visits_left`:
    /// of the first batch, one less with each. `led`: called on the leader of each pair after its visit.
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
    [[nodiscard]] int leader_of(const RankPair& pair) const noexcept { return measurement_.leader_of(pair); }
    [[nodiscard]] int follower_of(const RankPair& pair) const noexcept {
        return measurement_.follower_of(pair);
    }
    [[nodiscard]] Side holder() const noexcept { return measurement_.holder(); }

  private:
    [[nodiscard]] int first_leader_of(const Batch& batch) const noexcept { return leader_of(batch.front()); }
    /// Returns on the leaders of the batch when the one before is done.
    void await_turn(std::span<const Batch> batches, std::size_t turn, int rank) const;
    void await_word(int from, int tag) const;
    void take_part(const Stage& stage, const RankPair& pair, Quality how, std::int64_t visits_left,
                   PlaneCells& cells);

    PairMeasurement& measurement_;
    MPI_Comm control_;
    const IdleWaiting& idle_;
};

}  // namespace fabricmap::network_test
