// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/stream_window.hpp"
#include "netcdf_schema/synthetic/fault_effects.hpp"
#include "scenario/classes.hpp"

#include <cstdint>
#include <optional>

namespace fabricmap {

/// What is true of one pair at one length.
struct TrueDelay {
    double delay_s = 0;  ///< NaN where no message arrives
    double noise = 0;    ///< relative standard deviation of a stored median from it
};

/// The delays of a scenario at one message length without noise: latency and transfer of the pair's class,
/// the protocol's jumps and the faults. Modes in which everyone sends at once share a fat tree's upper
/// cables; async_one_to_one shares what is half duplex.
class DelayModel {
  public:
    /// `scenario` must outlive it.
    DelayModel(const Scenario& scenario, const PairClasses& classes, std::int64_t bytes);

    /// As the scenario's timing reads it: one_way takes half of both empty delays for each direction, so that
    /// of an empty message's delay nobody can tell the sides apart.
    [[nodiscard]] TrueDelay of(int sender, int receiver) const;

  private:
    /// Delays of messages of one length as they are, whatever a timing can read of them.
    class Length {
      public:
        Length(const Scenario& scenario, const PairClasses& classes, std::int64_t bytes);

        [[nodiscard]] Effect effect(int sender, int receiver) const { return effects_.on(sender, receiver); }
        [[nodiscard]] double delay(int sender, int receiver, const Effect& effect) const;
        [[nodiscard]] double delay(int sender, int receiver) const {
            return delay(sender, receiver, effect(sender, receiver));
        }
        [[nodiscard]] double to_itself() const;

      private:
        [[nodiscard]] double rate(const PairClass& pair_class, int sender, int receiver,
                                  const Effect& effect) const;

        const Scenario* scenario_;
        const PairClasses* classes_;
        double bytes_;
        double messages_in_flight_;  ///< which share a latency
        double jumps_within_hosts_;
        double jumps_between_hosts_;
        FaultEffects effects_;
    };

    double noise_;
    bool measures_diagonal_;
    std::optional<Timing> timing_;
    bool sides_differ_;  ///< of empty messages: the two directions of a pair may take different times
    Length length_;
    Length empty_;
};

}  // namespace fabricmap
