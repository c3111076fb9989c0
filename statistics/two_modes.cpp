// SPDX-License-Identifier: Apache-2.0
#include "statistics/two_modes.hpp"

#include "statistics/ordering.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace fabricmap {
namespace {

constexpr float gap_over_width = 1.5F;

/// Of values in ascending order.
float quantile(std::span<const float> values, double fraction) {
    return values[static_cast<std::size_t>(std::lround(fraction * static_cast<double>(values.size() - 1)))];
}

/// What four fifths of them cover.
float width_of(std::span<const float> values) {
    return quantile(values, 0.9) - quantile(values, 0.1);
}

}  // namespace

std::optional<TwoModes> two_modes_of(std::span<const float> values, std::size_t fewest, float least) {
    std::vector<float> ascending;
    for (const float value : values) {
        if (std::isfinite(value)) ascending.push_back(value);
    }
    sort_numbers(ascending);
    std::optional<TwoModes> best;
    float widest = least;
    for (std::size_t place = fewest; place + fewest <= ascending.size(); ++place) {
        const float gap = ascending[place] - ascending[place - 1];
        if (gap < widest) continue;
        const std::span<const float> low(ascending.data(), place);
        const std::span<const float> high(ascending.data() + place, ascending.size() - place);
        if (gap < gap_over_width * std::max(width_of(low), width_of(high))) continue;
        widest = gap;
        best =
            TwoModes{(ascending[place] + ascending[place - 1]) / 2, quantile(low, 0.5), quantile(high, 0.5)};
    }
    return best;
}

}  // namespace fabricmap
