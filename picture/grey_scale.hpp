// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/delay_stack.hpp"
#include "netcdf_schema/matrix.hpp"
#include "picture/grey_image.hpp"

#include <string>

namespace fabricmap {

/// The values that the ends of the grey scale stand for: `low` is light, `high` is dark.
struct ValueRange {
    double low = 0;
    double high = 0;

    /// Whether any value was measured.
    [[nodiscard]] bool is_known() const noexcept { return low <= high; }
    /// The smallest range that holds both.
    [[nodiscard]] ValueRange joined_with(const ValueRange& other) const noexcept;
    /// A range that holds nothing.
    [[nodiscard]] static ValueRange nothing() noexcept;
};

/// The range of the measured cells. `with_diagonal`: whether the mode measures it; elsewhere its zeros must
/// not take a part of the scale.
[[nodiscard]] ValueRange range_of(const Matrix& plane, bool with_diagonal);

/// The range over all lengths; reads the planes one after another.
[[nodiscard]] ValueRange range_of(const DelayStack& stack, bool with_diagonal);

/// The grey of a value: darker is slower, values outside the range take its ends. The lightest is a little
/// off white and the darkest a little off black, so that a cell differs from the page and from a line. NaN
/// must not be asked for.
[[nodiscard]] Grey grey_of(double value, const ValueRange& range) noexcept;

/// Values to write at the scale: three digits and one unit for both ends, "1.52 µs" say, or a bare number for
/// counts.
struct ScaleUnit {
    double seconds = 1;  ///< what one unit is, or 1 for counts
    std::string name;    ///< "s", "ms", "µs", "ns" or nothing
    [[nodiscard]] std::string text(double value) const;
};

[[nodiscard]] ScaleUnit unit_for(const ValueRange& range, Statistic statistic);

}  // namespace fabricmap
