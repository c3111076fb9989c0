// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/mpi/waiting.hpp"
#include "measuring/progress.hpp"
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/engine/plane_schedule.hpp"

#include <vector>

namespace fabricmap::network_test {

/// One pair at a time in the whole machine, everyone else asleep. Every rank knows the order, so a baton that
/// goes from leader to leader is all the coordination there is; a rank is done when it has made all its
/// visits.
class SerialSchedule final : public PlaneSchedule {
  public:
    /// `control`: a communicator that carries nothing but the schedule's own words.
    SerialSchedule(PairMeasurement& measurement, MPI_Comm control, const IdleWaiting& idle,
                   SweepProgress& progress)
        : measurement_(measurement), control_(control), idle_(idle), progress_(progress) {}

    [[nodiscard]] Side holder() const noexcept override { return measurement_.holder(); }
    [[nodiscard]] std::string plan() const override { return "serial schedule"; }
    [[nodiscard]] std::int64_t parts(int ranks) const noexcept override { return pair_count(ranks); }
    void measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) override;

  private:
    /// What one rank tells another to do, or has done, at a position of the order.
    struct Word {
        int sender = 0;
        int tag = 0;
        std::int64_t position = 0;
    };
    [[nodiscard]] Word next_word(const Stage& stage, bool has_visits_left);
    /// Leads pairs from the position on, as long as this rank is their leader, then hands the baton on.
    /// Returns how many it led.
    std::int64_t lead_from(std::int64_t position, const Stage& stage, const PairOrder& order,
                           PlaneCells& cells);
    /// How many of the order's pairs this rank belongs to.
    [[nodiscard]] static std::int64_t visits_of(const Stage& stage, const PairOrder& order);

    PairMeasurement& measurement_;
    MPI_Comm control_;
    const IdleWaiting& idle_;
    SweepProgress& progress_;
    std::vector<int> takers_;    ///< of this rank's batons, who have not said yet that they took it
    bool baton_is_out_ = false;  ///< no word has come since this rank handed it on
};

}  // namespace fabricmap::network_test
