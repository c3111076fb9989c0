// SPDX-License-Identifier: Apache-2.0
#include "picture/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fabricmap::picture {

NeverMeasured NeverMeasured::in_plane(const RunDescription& description) noexcept {
    return {!measures_diagonal(description), -1};
}

NeverMeasured NeverMeasured::in_row(const RunDescription& description, std::int64_t rank) noexcept {
    return {false, measures_diagonal(description) ? -1 : rank};
}

std::optional<ValueRange> range_of(const Matrix& cells, const NeverMeasured& never) {
    std::optional<ValueRange> range;
    for (Eigen::Index row = 0; row < cells.rows(); ++row) {
        for (Eigen::Index column = 0; column < cells.cols(); ++column) {
            const double value = static_cast<float>(cells(row, column));
            if (!std::isfinite(value) || never.holds(row, column)) continue;
            if (!range) range = ValueRange{value, value};
            range->lowest = std::min(range->lowest, value);
            range->highest = std::max(range->highest, value);
        }
    }
    return range;
}

std::optional<ValueRange> united(const std::optional<ValueRange>& a, const std::optional<ValueRange>& b) {
    if (!a || !b) return a ? a : b;
    return ValueRange{std::min(a->lowest, b->lowest), std::max(a->highest, b->highest)};
}

ValueRange about_one(const ValueRange& ratios) noexcept {
    // Ratios that hardly differ would show nothing but their rounding.
    constexpr double least = 1.0001;
    const double up = std::max(ratios.highest, least);
    const double down = ratios.lowest > 0 ? std::max(1 / ratios.lowest, least) : least;
    const double widest = std::max(up, down);
    return {1 / widest, widest};
}

GreyScale::GreyScale(const ValueRange& range, Scale scale) : range_(range), scale_(scale) {
    if (!std::isfinite(range.lowest) || !std::isfinite(range.highest) || range.lowest > range.highest) {
        throw std::invalid_argument(fmt::format("a range from {} to {}", range.lowest, range.highest));
    }
    constexpr double min_fraction = 1e-6;
    if (scale == Scale::logarithmic) {
        // Nothing positive to take logarithms of.
        if (range.highest <= 0) scale_ = Scale::linear;
        if (range.lowest <= 0 && range.highest > 0) range_.lowest = range.highest * min_fraction;
    }
}

double GreyScale::position(double value) const noexcept {
    if (value <= range_.lowest) return 0;
    if (value >= range_.highest) return 1;
    if (scale_ == Scale::linear) return (value - range_.lowest) / (range_.highest - range_.lowest);
    return std::log(value / range_.lowest) / std::log(range_.highest / range_.lowest);
}

}  // namespace fabricmap::picture
