// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/reports/page/chart.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

struct ChartTick {
    double place = 0;  ///< 0 at the beginning of the axis, 1 at its end
    std::string text;
};

/// Lengths on a logarithmic axis. A length of 0, which has no place there, stands an octave or two before
/// the first.
class LengthAxis {
  public:
    explicit LengthAxis(const std::vector<std::int64_t>& lengths);

    [[nodiscard]] double place_of(std::int64_t bytes) const noexcept;
    /// Powers of two and 0 where it is among the lengths; `most` at most.
    [[nodiscard]] std::vector<ChartTick> ticks(int most) const;

  private:
    [[nodiscard]] double octave_of(std::int64_t bytes) const noexcept;

    double first_octave_ = 0;  ///< of the shortest length beyond 0
    double begin_ = 0;
    double end_ = 1;
    bool has_zero_ = false;
};

/// Values from the bottom of the chart to its top.
class ValueAxis {
  public:
    /// Nothing where no line has a finite value.
    [[nodiscard]] static std::optional<ValueAxis> of(const Chart& chart);

    [[nodiscard]] double place_of(double value) const noexcept;
    [[nodiscard]] std::vector<ChartTick> ticks() const;

  private:
    ValueAxis(ChartValue value, double lowest, double highest, bool logarithmic)
        : value_(value), lowest_(lowest), highest_(highest), logarithmic_(logarithmic) {}

    ChartValue value_;
    double lowest_;
    double highest_;
    bool logarithmic_;
};

}  // namespace fabricmap::diagnosis
