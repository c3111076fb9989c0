// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/pair_measurement.hpp"
#include "network_test/engine/plane_cells.hpp"
#include "network_test/mpi/waiting.hpp"

#include <optional>
#include <span>

namespace fabricmap::network_test {

/// Measures disjoint pairs at the same time. All ranks call the same member together, and it returns when the
/// visits of all are over, so that no two groups of pairs overlap.
class RoundVisits {
  public:
    /// `control`: a communicator that carries nothing else.
    RoundVisits(PairMeasurement& measurement, MPI_Comm control, const IdleWaiting& idle) noexcept
        : measurement_(measurement), control_(control), idle_(idle) {}

    /// This rank and its partner, if it has one, in both directions one after the other. `low_first`: the
    /// lower rank sends first. `how`: the cells are flagged with it. `visits_left`: see
    /// PairMeasurement::lead.
    void meet(const Stage& stage, std::optional<int> partner, bool low_first, Quality how,
              std::int64_t visits_left, PlaneCells& cells);
    /// The pairs of the batch, in their one direction.
    void visit(const Stage& stage, std::span<const RankPair> batch, Quality how, std::int64_t visits_left,
               PlaneCells& cells);

    [[nodiscard]] MPI_Comm control() const noexcept { return control_; }
    [[nodiscard]] int leader_of(const RankPair& pair) const noexcept { return measurement_.leader_of(pair); }
    [[nodiscard]] int follower_of(const RankPair& pair) const noexcept {
        return measurement_.follower_of(pair);
    }
    [[nodiscard]] Side holder() const noexcept { return measurement_.holder(); }

  private:
    void take_part(const Stage& stage, const RankPair& pair, Quality how, std::int64_t visits_left,
                   PlaneCells& cells);
    void await_all() const;

    PairMeasurement& measurement_;
    MPI_Comm control_;
    const IdleWaiting& idle_;
};

}  // namespace fabricmap::network_test
