// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace fabricmap {

/// What the faults do to the messages from one rank to another.
struct Effect {
    double factor = 1;                                      ///< of the whole delay
    double rate = std::numeric_limits<double>::infinity();  ///< most bytes a second
    double noise = 1;                                       ///< factor of the spread
    bool half_duplex = false;                               ///< both directions share the rate
    bool dead = false;
};

/// The faults of a scenario that meet messages of one length, ready to be asked about any two ranks. A slow
/// node, link, switch, cable or port concerns messages between hosts; a slow rank and a noisy node all
/// theirs.
class FaultEffects {
  public:
    FaultEffects(const Scenario& scenario, std::int64_t bytes);

    [[nodiscard]] Effect on(int sender, int receiver) const;

  private:
    /// Of a host or a rank, by the side on which it takes part.
    struct Sides {
        Effect sending;
        Effect receiving;
    };
    void add(const Fault& fault);
    static void add_to(Sides& part, const Fault& fault);
    void add_to_network(int sender, int receiver, Effect& effect) const;

    Fabric fabric_;
    bool healthy_ = true;
    std::vector<Sides> hosts_;                         ///< their share in messages between hosts
    std::vector<double> host_noise_;                   ///< in all messages
    std::vector<Sides> ranks_;                         ///< empty where no rank is slow
    std::unordered_map<std::uint64_t, Effect> links_;  ///< by sending and receiving host
    std::vector<Fault> on_paths_;                      ///< of switches and cables
};

}  // namespace fabricmap
