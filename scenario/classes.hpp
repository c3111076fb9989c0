// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap {

/// Pairs of ranks that a healthy fabric serves alike.
struct PairClass {
    std::string name;  ///< "same socket", "same host", "same leaf", "3 hops", ...
    bool between_hosts = false;
    double latency_s = 0;  ///< of an empty message
    double bandwidth = 0;  ///< bytes a second
};

/// The classes of a scenario: those within a host first, then by the path between hosts.
class PairClasses {
  public:
    explicit PairClasses(const Scenario& scenario);

    /// The class of two different ranks: an index of all().
    [[nodiscard]] int of(int sender, int receiver) const;
    /// The class of ranks on two different hosts.
    [[nodiscard]] int of_hosts(int sender, int receiver) const;
    [[nodiscard]] const std::vector<PairClass>& all() const noexcept { return classes_; }

  private:
    void add_paths_between_hosts(const Scenario& scenario);
    [[nodiscard]] std::size_t index_of(const Route& path) const;

    Fabric fabric_;
    std::vector<PairClass> classes_;
    std::vector<int> of_route_;  ///< class of each route: global × local_paths_ + local
    int local_paths_ = 1;
};

/// Seconds that the protocol's changes add to messages of that length.
[[nodiscard]] double protocol_jumps(const Scenario& scenario, bool between_hosts, std::int64_t bytes);

}  // namespace fabricmap
