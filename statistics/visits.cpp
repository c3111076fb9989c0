// SPDX-License-Identifier: Apache-2.0
#include "statistics/visits.hpp"

#include "statistics/chance.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace fabricmap {
namespace {

std::vector<double> ascending_numbers(std::span<const double> values) {
    std::vector<double> numbers;
    std::copy_if(values.begin(), values.end(), std::back_inserter(numbers),
                 [](double value) { return !std::isnan(value); });
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

double middle_of(const std::vector<double>& ascending) {
    const std::size_t half = ascending.size() / 2;
    return ascending.size() % 2 == 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
}

bool is_precise(std::span<const double> visit_medians, const VisitRule& rule) {
    const ValueInterval interval = interval_over_visits(visit_medians);
    return interval.half_width() <= std::max(rule.precision * std::abs(interval.value), rule.resolution);
}

}  // namespace

double ValueInterval::half_width() const noexcept {
    return std::max(high - value, value - low);
}

double ValueInterval::relative_half_width() const noexcept {
    return half_width() / std::abs(value);
}

std::size_t order_statistic_of_median(std::size_t count, double confidence) {
    // Both tails of the binomial distribution together, from its logarithms: powers of ½ vanish at 1,075.
    const auto n = static_cast<double>(count);
    constexpr double rounding = 1e-12;
    double below = 0;
    for (std::size_t k = 0; k <= count / 2; ++k) {
        const auto chosen = static_cast<double>(k);
        const double logarithm =
            std::lgamma(n + 1) - std::lgamma(chosen + 1) - std::lgamma(n - chosen + 1) - n * std::log(2.0);
        below += std::exp(logarithm);
        if (2 * below > 1 - confidence + rounding) return k;
    }
    return count / 2;
}

ValueInterval interval_over_visits(std::span<const double> visit_medians, double confidence) {
    const std::vector<double> ascending = ascending_numbers(visit_medians);
    if (ascending.empty()) return {};
    ValueInterval interval;
    interval.value = middle_of(ascending);
    const std::size_t k = order_statistic_of_median(ascending.size(), confidence);
    if (k == 0) return interval;
    interval.low = ascending[k - 1];
    interval.high = ascending[ascending.size() - k];
    return interval;
}

ValueInterval interval_over_jobs(std::span<const double> values, double confidence) {
    ValueInterval interval = interval_over_visits(values, confidence);
    std::vector<double> logarithms = ascending_numbers(values);
    if (!std::isnan(interval.low) || logarithms.size() < 2) return interval;
    for (double& value : logarithms) value = std::log(value);
    const auto n = static_cast<double>(logarithms.size());
    const double mean = std::accumulate(logarithms.begin(), logarithms.end(), 0.0) / n;
    double squares = 0;
    for (const double value : logarithms) squares += (value - mean) * (value - mean);
    const double half = student_t_quantile((1 - confidence) / 2, static_cast<int>(logarithms.size()) - 1) *
                        std::sqrt(squares / (n - 1) / n);
    interval.low = std::min(interval.value, std::exp(mean - half));
    interval.high = std::max(interval.value, std::exp(mean + half));
    return interval;
}

bool needs_no_more_visits(std::span<const double> visit_medians, const VisitRule& rule) {
    const std::size_t visits = visit_medians.size();
    if (visits >= rule.max_visits) return true;
    if (visits <= rule.min_visits || visits < 2 || !(rule.precision > 0)) return false;
    return is_precise(visit_medians, rule) && is_precise(visit_medians.first(visits - 1), rule);
}

TrimmedMean trimmed_mean(std::vector<double> values, double trimmed_fraction, double confidence) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    const auto cut = static_cast<std::size_t>(trimmed_fraction * n);
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(cut);
    const auto last = values.end() - static_cast<std::ptrdiff_t>(cut);
    const auto kept = static_cast<double>(last - first);
    TrimmedMean result;
    result.mean = std::accumulate(first, last, 0.0) / kept;
    result.values = static_cast<std::size_t>(last - first);
    if (values.size() < 4 || kept < 2) return result;

    // Winsorised: what is trimmed takes the place of its nearest neighbour that is not.
    std::fill(values.begin(), first, *first);
    std::fill(last, values.end(), *(last - 1));
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    const double squares = std::accumulate(values.begin(), values.end(), 0.0, [&](double sum, double value) {
        return sum + (value - mean) * (value - mean);
    });
    const double deviation = std::sqrt(squares / (n - 1));
    result.standard_error = deviation / ((1 - 2 * trimmed_fraction) * std::sqrt(n));
    result.error =
        student_t_quantile((1 - confidence) / 2, static_cast<int>(kept) - 1) * result.standard_error;
    return result;
}

}  // namespace fabricmap
