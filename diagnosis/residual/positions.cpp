// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/positions.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// How many neighbours on each side show what to expect of a place.
constexpr Eigen::Index reach = 4;

/// Of the straight line through the neighbours' values (Theil and Sen: medians of slopes and of heights), the
/// value at the place; NaN where fewer than two have one.
float expected_at(const Eigen::ArrayXf& values, Eigen::Index place) {
    std::vector<std::pair<float, float>> neighbours;  // distance and value
    const Eigen::Index end = std::min(values.size(), place + reach + 1);
    for (Eigen::Index other = std::max<Eigen::Index>(0, place - reach); other < end; ++other) {
        if (other != place && std::isfinite(values(other)))
            neighbours.emplace_back(static_cast<float>(other - place), values(other));
    }
    std::vector<float> slopes;
    for (std::size_t one = 0; one < neighbours.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            slopes.push_back((neighbours[one].second - neighbours[other].second) /
                             (neighbours[one].first - neighbours[other].first));
        }
    }
    const float slope = median_of_numbers(slopes);
    std::vector<float> heights;
    heights.reserve(neighbours.size());
    for (const auto& [distance, value] : neighbours) heights.push_back(value - slope * distance);
    return median_of_numbers(heights);
}

void straighten(Eigen::ArrayXXf& of_hosts) {
    for (Eigen::Index k = 0; k < of_hosts.rows(); ++k) {
        const Eigen::ArrayXf values = of_hosts.row(k).transpose();
        for (Eigen::Index host = 0; host < values.size(); ++host) {
            const float expected = expected_at(values, host);
            if (std::isfinite(expected)) of_hosts(k, host) = values(host) - expected;
        }
    }
}

void subtract_common_distances(Eigen::ArrayXXf& links) {
    const Eigen::Index hosts = links.rows();
    for (Eigen::Index distance = 1; distance < hosts; ++distance) {
        std::vector<float> values;
        for (Eigen::Index host = 0; host < hosts; ++host) {
            const float value = links(host, (host + distance) % hosts);
            if (std::isfinite(value)) values.push_back(value);
        }
        const float common = median_of_numbers(values);
        if (!std::isfinite(common)) continue;
        for (Eigen::Index host = 0; host < hosts; ++host) links(host, (host + distance) % hosts) -= common;
    }
}

}  // namespace

Residual without_positions(Residual residual) {
    straighten(residual.sending);
    straighten(residual.receiving);
    for (Eigen::ArrayXXf& links : residual.links) subtract_common_distances(links);
    return residual;
}

}  // namespace fabricmap::diagnosis
