// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "viewer/reading/displayed.hpp"
#include "viewer/reading/finding_areas.hpp"
#include "viewer/reading/value_histogram.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fabricmap::viewer {

/// Finds the slowest pairs of a plane that is read row by row, so that they can be pointed at however small
/// their cells are.
class SlowestPairs {
  public:
    explicit SlowestPairs(const Displayed& shown) noexcept;

    /// The next rows of the plane.
    void add(const Matrix& rows);
    /// The slowest first, no two of one sender or one receiver, so that a slow host does not hide a slow
    /// link. Those alone that stand out from nearly all others: beyond 1 three times as far as 99 % of the
    /// pairs of what is expected or compared, half as much again as 99 % of delays.
    [[nodiscard]] std::vector<Cell> outliers(const ValueHistogram& histogram, std::size_t most) const;

  private:
    struct Slow {
        float slowness;  ///< larger is slower
        std::int32_t row;
        std::int32_t column;
    };
    void take(Slow slow, std::size_t first);

    picture::NeverMeasured never_;
    Content content_;
    bool has_slow_ones_;
    std::int64_t rows_ = 0;
    std::vector<Slow> slowest_;  ///< two of each row, the slower first
};

/// As many are pointed at in a picture.
inline constexpr std::size_t slowest_shown = 5;

/// What stands for no finding in FindingArea.
inline constexpr auto no_finding = static_cast<std::size_t>(-1);

/// The cells as areas, without those that lie in one of a finding.
[[nodiscard]] std::vector<FindingArea> beside_findings(const std::vector<Cell>& cells,
                                                       std::span<const FindingArea> findings);

}  // namespace fabricmap::viewer
