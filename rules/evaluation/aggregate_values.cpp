// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/aggregate_values.hpp"

#include "rules/records/records.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::rules {
namespace {

double sum_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

double mad_of(std::vector<double>& values) {
    const double centre = median_of(values);
    for (double& value : values) value = std::abs(value - centre);
    return median_of(values);
}

double deviation_of(const std::vector<double>& values) {
    if (values.size() < 2) return unknown;
    const auto count = static_cast<double>(values.size());
    const double mean = sum_of(values) / count;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / (count - 1));
}

double interpolated_quantile(std::vector<double>& values, double fraction) {
    const double place = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double low = value_at(values, below);
    if (below + 1 == values.size()) return low;
    const double high = value_at(values, below + 1);
    return low + (high - low) * (place - static_cast<double>(below));
}

}  // namespace

double aggregate_of(Aggregate aggregate, double fraction, std::vector<double>& values) {
    if (aggregate == Aggregate::count) return static_cast<double>(values.size());
    if (aggregate == Aggregate::sum) return sum_of(values);
    if (values.empty()) return unknown;
    switch (aggregate) {
        case Aggregate::mean:
            return sum_of(values) / static_cast<double>(values.size());
        case Aggregate::minimum:
            return *std::min_element(values.begin(), values.end());
        case Aggregate::maximum:
            return *std::max_element(values.begin(), values.end());
        case Aggregate::median:
            return median_of(values);
        case Aggregate::mad:
            return mad_of(values);
        case Aggregate::deviation:
            return deviation_of(values);
        default:
            return interpolated_quantile(values, fraction);
    }
}

}  // namespace fabricmap::rules
