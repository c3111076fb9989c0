// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/plane_cells.hpp"
#include "network_test/modes/exchange.hpp"
#include "network_test/schedule/pair_order.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// How many samples visits take: single ones, or as many as the sampling rule asks for.
enum class Effort : std::uint8_t { minimal, full };

/// Walks through everything that one plane consists of; all ranks call it together and each fills its own
/// cells.
class PlaneSchedule {
  public:
    virtual ~PlaneSchedule() = default;
    PlaneSchedule() = default;
    PlaneSchedule(const PlaneSchedule&) = delete;
    PlaneSchedule& operator=(const PlaneSchedule&) = delete;

    /// Which side of a pair holds its cell.
    [[nodiscard]] virtual Side holder() const noexcept = 0;
    /// How it measures, in a few words for the plan.
    [[nodiscard]] virtual std::string plan() const = 0;
    /// How many parts a plane of so many ranks has, for the order and the progress: pairs, rounds, or steps
    /// of all ranks.
    [[nodiscard]] virtual std::int64_t parts(int ranks) const noexcept = 0;
    /// How many parts the planes of these lengths, measured in this order, are going to cost, by what is
    /// known now.
    [[nodiscard]] virtual std::vector<std::int64_t> estimated_parts(const std::vector<std::int64_t>& lengths,
                                                                    int ranks, Effort /*effort*/) const {
        return std::vector<std::int64_t>(lengths.size(), parts(ranks));
    }
    /// How often the estimate has changed.
    [[nodiscard]] virtual std::int64_t changes() const noexcept { return 0; }
    /// Measures all parts of a plane in that order.
    virtual void measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) = 0;
    /// Measures a few parts to see how long they take, and concludes nothing else from them.
    virtual void run_trial(const Stage& stage, const Shuffle& excerpt, PlaneCells& cells) {
        measure(stage, excerpt, cells);
    }

    /// Measures what estimated_parts() must know of that length, which may take as long as a part of the
    /// sweep: for a plan that is to be printed. `order`: of all parts.
    virtual void calibrate(const Stage& /*stage*/, const Shuffle& /*order*/) {}

    /// Puts into the run what the planes measured have shown. Called by all ranks together.
    virtual void add_findings(RunDescription& /*run*/, MPI_Comm /*control*/) const {}
    /// What the user should know of it: whole lines for the summary.
    [[nodiscard]] virtual std::string account() const { return {}; }
};

}  // namespace fabricmap::network_test
