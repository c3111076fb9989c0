// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/views/profile.hpp"

#include <map>
#include <string>
#include <vector>

namespace fabricmap::tracing {

using RankSeconds = std::map<int, double>;

/// Time of the rank with the longest over the mean of so many ranks, less 1.
[[nodiscard]] double imbalance_of(const RankSeconds& seconds, std::size_t ranks);

/// Adds up the calls of one place by the functions that they came by.
class CallerSums {
  public:
    /// `callers`: the innermost first.
    void add(const std::vector<std::string>& callers, int rank, std::uint64_t calls, double seconds);
    /// By the first caller in which paths differ, the longest time first; empty where all came by one path.
    [[nodiscard]] std::vector<CallerLine> lines(std::size_t ranks) const;

  private:
    struct OfPath {
        std::uint64_t calls = 0;
        RankSeconds seconds_of_rank;
    };
    /// How many callers all paths have in common.
    [[nodiscard]] std::size_t common_callers() const;

    std::map<std::vector<std::string>, OfPath> paths_;
};

}  // namespace fabricmap::tracing
