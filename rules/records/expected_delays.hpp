// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/records/measured_map.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace fabricmap::rules {

/// A message length, and what it takes.
struct DelayPoint {
    double bytes = 0;
    double delay_s = 0;
};

/// Linear between the points, which ascend; beyond the last by the line through the last two, as far as that
/// rises; below the first its delay. Unknown without points, and beyond a single one.
[[nodiscard]] double delay_at(const std::vector<DelayPoint>& points, double bytes) noexcept;

/// What messages between two positions take by a map: the medians of the pair or, where it was not measured,
/// those of its class.
class ExpectedDelays {
  public:
    /// `map` must outlive this.
    explicit ExpectedDelays(const MeasuredMap& map) : map_(map) {}

    /// In seconds; unknown where the map has no such hosts or mode. `mode` empty: that of the judged run.
    [[nodiscard]] double expected(const RankPosition& from, const RankPosition& to, double bytes,
                                  std::string_view mode) const;
    /// The points of a pair.
    [[nodiscard]] std::vector<DelayPoint> points_of(const RankPosition& from, const RankPosition& to,
                                                    std::string_view mode) const;

  private:
    [[nodiscard]] std::optional<std::size_t> run_of(std::string_view mode) const;
    [[nodiscard]] std::vector<DelayPoint> points_of_class(const RankPosition& from,
                                                          const RankPosition& to) const;

    const MeasuredMap& map_;
};

}  // namespace fabricmap::rules
