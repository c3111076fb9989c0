// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/problem/problem.hpp"

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace fabricmap::placement {

/// Of mappings that are offered one after another the one that costs least, the first of equals.
class CheapestMapping {
  public:
    explicit CheapestMapping(const Problem& problem) : problem_(&problem) {}

    /// `host_of_rank` as completed() takes it.
    void offer(PerRank<PlaceIndex> host_of_rank) {
        Mapping mapping = completed(*problem_, std::move(host_of_rank));
        const double cost = cost_of(*problem_, mapping);
        if (cost >= least_) return;
        least_ = cost;
        mapping_ = std::move(mapping);
    }

    /// Nothing where none was offered.
    [[nodiscard]] std::optional<Mapping> take() { return std::move(mapping_); }

  private:
    const Problem* problem_;
    double least_ = std::numeric_limits<double>::infinity();
    std::optional<Mapping> mapping_;
};

}  // namespace fabricmap::placement
