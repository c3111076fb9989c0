// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <simgrid/s4u.hpp>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fabricmap::lab {

/// What the simulator must multiply the latency and the rate of a message by, so that its delay has the
/// scenario's protocol, faults and noise. The message's route is the simulator's own.
class MessageFactors {
  public:
    using Links = std::vector<simgrid::s4u::Link*>;

    /// The fabric must be there already.
    explicit MessageFactors(const Scenario& scenario);

    [[nodiscard]] double of_latency(double bytes, const simgrid::s4u::Host* sender,
                                    const simgrid::s4u::Host* receiver, const Links& route) const;
    [[nodiscard]] double of_rate(double bytes, const simgrid::s4u::Host* sender,
                                 const simgrid::s4u::Host* receiver, const Links& route) const;

  private:
    struct SlowCable {
        Fault fault;
        std::unordered_set<const simgrid::s4u::Link*> links;
    };

    [[nodiscard]] double of_delay(double bytes, const simgrid::s4u::Host* sender,
                                  const simgrid::s4u::Host* receiver, const Links& route) const;
    [[nodiscard]] double latency_of(const Links& route) const;

    Scenario scenario_;
    std::unordered_map<const simgrid::s4u::Host*, int> number_of_;
    std::vector<SlowCable> slow_cables_;
};

}  // namespace fabricmap::lab
