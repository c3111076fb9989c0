// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/measured_hosts.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr float unmeasured_delay = std::numeric_limits<float>::quiet_NaN();

// A quarter of the hosts may have no near one, or one that is oddly near.
constexpr double fraction_below_nearest = 0.25;
constexpr double fraction_below_farthest = 0.5;

// Clusters grow from their nearest pairs: one link that is too fast would tear its hosts from their own.
constexpr float fraction_too_near = 0.85F;

float delay_between(const Eigen::MatrixXf& delays, Eigen::Index i, Eigen::Index j) {
    const float there = delays(i, j);
    const float back = delays(j, i);
    float smallest = std::numeric_limits<float>::infinity();
    if (there > 0) smallest = there;
    if (back > 0) smallest = std::min(smallest, back);
    return std::isfinite(smallest) ? smallest : unmeasured_delay;
}

void find_typical(MeasuredHosts& measured) {
    const Eigen::MatrixXf& delays = measured.delays;
    std::vector<float> nearest;
    std::vector<float> farthest;
    for (Eigen::Index i = 0; i < delays.cols(); ++i) {
        float smallest = std::numeric_limits<float>::infinity();
        float largest = 0;
        for (Eigen::Index j = 0; j < delays.rows(); ++j) {
            const float delay = delays(j, i);
            if (i == j || std::isnan(delay)) continue;
            smallest = std::min(smallest, delay);
            largest = std::max(largest, delay);
        }
        nearest.push_back(smallest);
        farthest.push_back(largest);
    }
    measured.typical_nearest = static_cast<float>(quantile_of(nearest, fraction_below_nearest));
    measured.typical_farthest = std::max(measured.typical_nearest,
                                         static_cast<float>(quantile_of(farthest, fraction_below_farthest)));
}

}  // namespace

Eigen::MatrixXf MeasuredHosts::trimmed() const {
    Eigen::MatrixXf trimmed = delays.unaryExpr([&](float delay) {
        if (std::isnan(delay) || delay < fraction_too_near * typical_nearest) return unmeasured_delay;
        return std::clamp(delay, typical_nearest, typical_farthest);
    });
    trimmed.diagonal().setZero();
    return trimmed;
}

Eigen::MatrixXf MeasuredHosts::logarithms() const {
    Eigen::MatrixXf logarithms = trimmed();
    logarithms.array() = logarithms.array().log();
    logarithms.diagonal().setZero();
    return logarithms;
}

MeasuredHosts measured_hosts_of(Eigen::MatrixXf delays) {
    const auto all = static_cast<int>(delays.rows());
    MeasuredHosts measured;
    for (int i = 0; i < all; ++i) {
        for (int j = 0; j < all; ++j) {
            if (i == j || std::isnan(delay_between(delays, i, j))) continue;
            measured.hosts.push_back(i);
            break;
        }
    }
    // By columns, as the matrix is stored.
    for (Eigen::Index j = 0; j < all; ++j) {
        delays(j, j) = 0;
        for (Eigen::Index i = j + 1; i < all; ++i) delays(i, j) = delays(j, i) = delay_between(delays, i, j);
    }
    if (std::ssize(measured.hosts) < all) delays = delays(measured.hosts, measured.hosts).eval();
    measured.delays = std::move(delays);
    if (!measured.hosts.empty()) find_typical(measured);
    return measured;
}

}  // namespace fabricmap::diagnosis
