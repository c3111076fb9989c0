// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <cstdint>
#include <optional>

namespace fabricmap::picture {

/// From the fastest to the slowest value, in the unit of the values; equal where all values are.
struct ValueRange {
    double lowest = 0;
    double highest = 0;

    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

/// Cells that a mode never measures and whose 0 therefore says nothing: the pairs of a rank with itself.
/// They are left white, and no scale comes from them.
struct NeverMeasured {
    bool diagonal = false;
    std::int64_t column = -1;  ///< -1: none

    [[nodiscard]] bool holds(Eigen::Index row, Eigen::Index cell_column) const noexcept {
        return (diagonal && row == cell_column) || column == cell_column;
    }

    /// In planes (ranks × ranks) of the run. Where the mode is unknown the diagonal counts as never measured.
    [[nodiscard]] static NeverMeasured in_plane(const RunDescription& description) noexcept;
    /// In rows (lengths × ranks) of one sender or columns of one receiver.
    [[nodiscard]] static NeverMeasured in_row(const RunDescription& description, std::int64_t rank) noexcept;
};

/// The range of the cells that were measured, as they are drawn: in single precision, since a scale that is
/// one value holds only what is rounded alike. Nothing where none was; NaN and infinity are no measurements.
[[nodiscard]] std::optional<ValueRange> range_of(const Matrix& cells, const NeverMeasured& never);

/// The smallest range that holds both.
[[nodiscard]] std::optional<ValueRange> united(const std::optional<ValueRange>& a,
                                               const std::optional<ValueRange>& b);

/// Of ratios: from 1/r to r, so that 1 lies in the middle of a logarithmic scale.
[[nodiscard]] ValueRange about_one(const ValueRange& ratios) noexcept;

enum class Scale : std::uint8_t { linear, logarithmic };

/// Where values lie between the fastest and the slowest; those beyond the range lie at its end.
class GreyScale {
  public:
    /// Throws std::invalid_argument for a range that is upside down or not finite. A logarithmic scale begins
    /// at a millionth of the highest value where the lowest is 0 or below.
    explicit GreyScale(const ValueRange& range, Scale scale = Scale::linear);

    /// 0 at the lowest value of the range, 1 at the highest. Where the range is one value, that value and all
    /// below are at 0, all above at 1.
    [[nodiscard]] double position(double value) const noexcept;

    [[nodiscard]] const ValueRange& range() const noexcept { return range_; }
    [[nodiscard]] Scale scale() const noexcept { return scale_; }

  private:
    ValueRange range_;
    Scale scale_;
};

}  // namespace fabricmap::picture
