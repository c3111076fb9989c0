// SPDX-License-Identifier: Apache-2.0
#include "naive_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::testing {
namespace {

double middle_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

using rules::Aggregate;

Value aggregated(Aggregate aggregate, double fraction, std::vector<double> values) {
    const auto count = static_cast<double>(values.size());
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    if (aggregate == Aggregate::count) return of(count);
    if (aggregate == Aggregate::sum) return of(sum);
    if (values.empty()) return std::nullopt;
    if (aggregate == Aggregate::mean) return of(sum / count);
    if (aggregate == Aggregate::median) return of(middle_of(values));
    std::sort(values.begin(), values.end());
    if (aggregate == Aggregate::minimum) return of(values.front());
    if (aggregate == Aggregate::maximum) return of(values.back());
    if (aggregate == Aggregate::quantile) {
        const double place = fraction * (count - 1);
        const auto below = static_cast<std::size_t>(std::floor(place));
        const std::size_t above = std::min(below + 1, values.size() - 1);
        return of(values[below] + (values[above] - values[below]) * (place - std::floor(place)));
    }
    if (aggregate == Aggregate::mad) {
        const double centre = middle_of(values);
        for (double& value : values) value = std::abs(value - centre);
        return of(middle_of(values));
    }
    if (values.size() < 2) return std::nullopt;
    double squares = 0;
    for (const double value : values) squares += (value - sum / count) * (value - sum / count);
    return of(std::sqrt(squares / (count - 1)));
}

}  // namespace fabricmap::testing
