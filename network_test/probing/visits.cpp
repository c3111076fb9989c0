// SPDX-License-Identifier: Apache-2.0
#include "network_test/probing/visits.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::network_test {
namespace {

double median_of(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

template <typename OfVisit>
Estimate estimate_over(const std::vector<Visit>& visits, const OfVisit& of_visit) {
    std::vector<double> values(visits.size());
    std::transform(visits.begin(), visits.end(), values.begin(), of_visit);
    return robust_estimate(std::move(values));
}

}  // namespace

bool Estimate::stands_out(double errors) const noexcept {
    return std::abs(value) > errors * error;
}

Estimate robust_estimate(std::vector<double> values) {
    const double median = median_of(values);
    for (double& value : values) value = std::abs(value - median);
    constexpr double error_of_a_median = 1.2533;
    constexpr double deviation_per_mad = 1.4826;
    const double deviation = deviation_per_mad * median_of(values);
    return {median, error_of_a_median * deviation / std::sqrt(static_cast<double>(values.size()))};
}

Estimate delay_at(const std::vector<Visit>& visits, std::size_t index) {
    return estimate_over(visits, [&](const Visit& visit) { return visit[index]; });
}

Estimate rise_between(const std::vector<Visit>& visits, std::size_t from, std::size_t to) {
    return estimate_over(visits, [&](const Visit& visit) { return visit[to] - visit[from]; });
}

}  // namespace fabricmap::network_test
