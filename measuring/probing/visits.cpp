// SPDX-License-Identifier: Apache-2.0
#include "measuring/probing/visits.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap {
namespace {

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
    const double deviation = deviations_of_a_median * median_of(values);
    return {median, error_of_a_median * deviation / std::sqrt(static_cast<double>(values.size()))};
}

Estimate delay_at(const std::vector<Visit>& visits, std::size_t index) {
    return estimate_over(visits, [&](const Visit& visit) { return visit[index]; });
}

Estimate rise_between(const std::vector<Visit>& visits, std::size_t from, std::size_t to) {
    return estimate_over(visits, [&](const Visit& visit) { return visit[to] - visit[from]; });
}

}  // namespace fabricmap
