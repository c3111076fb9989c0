// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/measured_hosts.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

constexpr float unmeasured_delay = std::numeric_limits<float>::quiet_NaN();

// A quarter of the hosts may have no near one, or one that is oddly near.
constexpr double fraction_below_nearest = 0.25;
constexpr double fraction_below_farthest = 0.5;

// Clusters grow from their nearest pairs: one link that is too fast would tear its hosts from their own.
constexpr float fraction_too_near = 0.85F;

float delay_between(const Eigen::MatrixXd& delays, int i, int j) {
    const double there = delays(i, j);
    const double back = delays(j, i);
    double smallest = std::numeric_limits<double>::infinity();
    if (there > 0) smallest = there;
    if (back > 0) smallest = std::min(smallest, back);
    return std::isfinite(smallest) ? static_cast<float>(smallest) : unmeasured_delay;
}

Eigen::MatrixXf trim(const Eigen::MatrixXf& delays) {
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
    const auto low = static_cast<float>(quantile_of(nearest, fraction_below_nearest));
    const float high = std::max(low, static_cast<float>(quantile_of(farthest, fraction_below_farthest)));
    Eigen::MatrixXf trimmed = delays.unaryExpr([=](float delay) {
        if (std::isnan(delay) || delay < fraction_too_near * low) return unmeasured_delay;
        return std::clamp(delay, low, high);
    });
    trimmed.diagonal().setZero();
    return trimmed;
}

}  // namespace

MeasuredHosts measured_hosts_of(const Eigen::MatrixXd& delays) {
    const auto all = static_cast<int>(delays.rows());
    MeasuredHosts measured;
    for (int i = 0; i < all; ++i) {
        for (int j = 0; j < all; ++j) {
            if (i == j || std::isnan(delay_between(delays, i, j))) continue;
            measured.hosts.push_back(i);
            break;
        }
    }
    const Eigen::Index count = std::ssize(measured.hosts);
    measured.delays = Eigen::MatrixXf::Zero(count, count);
    // By columns, as both matrices are stored.
    for (Eigen::Index j = 0; j < count; ++j) {
        for (Eigen::Index i = j + 1; i < count; ++i) {
            const float delay = delay_between(delays, measured.hosts[i], measured.hosts[j]);
            measured.delays(i, j) = delay;
            measured.delays(j, i) = delay;
        }
    }
    if (count > 0) measured.trimmed = trim(measured.delays);
    return measured;
}

}  // namespace fabricmap::diagnosis
