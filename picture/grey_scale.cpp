// SPDX-License-Identifier: Apache-2.0
#include "picture/grey_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

constexpr double lightest = 62000;
constexpr double darkest = 3000;

}  // namespace

ValueRange ValueRange::joined_with(const ValueRange& other) const noexcept {
    return {std::min(low, other.low), std::max(high, other.high)};
}

ValueRange ValueRange::nothing() noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {infinity, -infinity};
}

ValueRange range_of(const Matrix& plane, bool with_diagonal) {
    ValueRange range = ValueRange::nothing();
    for (Eigen::Index row = 0; row < plane.rows(); ++row) {
        for (Eigen::Index column = 0; column < plane.cols(); ++column) {
            const double value = plane(row, column);
            if (std::isnan(value) || (row == column && !with_diagonal)) continue;
            range = range.joined_with({value, value});
        }
    }
    return range;
}

ValueRange range_of(const DelayStack& stack, bool with_diagonal) {
    ValueRange range = ValueRange::nothing();
    for (std::size_t k = 0; k < stack.message_lengths().size(); ++k) {
        range = range.joined_with(range_of(stack.plane(k), with_diagonal));
    }
    return range;
}

Grey grey_of(double value, const ValueRange& range) noexcept {
    const double width = range.high - range.low;
    const double share = width > 0 ? std::clamp((value - range.low) / width, 0.0, 1.0) : 0.0;
    return static_cast<Grey>(std::lround(lightest + share * (darkest - lightest)));
}

std::string ScaleUnit::text(double value) const {
    return name.empty() ? fmt::format("{:.4g}", value) : fmt::format("{:.3g} {}", value / seconds, name);
}

ScaleUnit unit_for(const ValueRange& range, Statistic statistic) {
    if (statistic == Statistic::count) return {};
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    for (const ScaleUnit& unit : {ScaleUnit{1, "s"}, ScaleUnit{1e-3, "ms"}, ScaleUnit{1e-6, "µs"}}) {
        if (largest >= unit.seconds) return unit;
    }
    return {1e-9, "ns"};
}

}  // namespace fabricmap
