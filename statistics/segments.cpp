// SPDX-License-Identifier: Apache-2.0
#include "statistics/segments.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

constexpr std::size_t shortest_piece = 3;
constexpr std::size_t filter_reach = 2;
constexpr double filter_deviations = 3;
constexpr double min_noise = 1e-4;

std::vector<double> without_outliers(std::span<const double> logarithms) {
    std::vector<double> filtered(logarithms.begin(), logarithms.end());
    for (std::size_t k = filter_reach; k + filter_reach < logarithms.size(); ++k) {
        std::array<double, 2 * filter_reach + 1> window{};
        std::copy_n(logarithms.begin() + static_cast<std::ptrdiff_t>(k - filter_reach), window.size(),
                    window.begin());
        const double middle = upper_median_of(window);
        for (double& value : window) value = std::abs(value - middle);
        const double spread = deviations_of_a_median * upper_median_of(window);
        if (std::abs(logarithms[k] - middle) > filter_deviations * spread) filtered[k] = middle;
    }
    return filtered;
}

double noise_of(std::span<const double> logarithms) {
    std::vector<double> bends;
    for (std::size_t k = 2; k < logarithms.size(); ++k) {
        bends.push_back(std::abs(logarithms[k] - 2 * logarithms[k - 1] + logarithms[k - 2]));
    }
    return bends.empty() ? 0 : deviations_of_a_median * upper_median_of(bends) / std::sqrt(6);
}

/// Weighted sums over the first k lengths, from which the best line of any segment has its error.
struct Sums {
    double w = 0;
    double wx = 0;
    double wy = 0;
    double wxx = 0;
    double wxy = 0;
    double wyy = 0;

    [[nodiscard]] Sums plus(double x, double y) const {
        const double weight = 1 / (y * y);
        return {w + weight,           wx + weight * x,      wy + weight * y,
                wxx + weight * x * x, wxy + weight * x * y, wyy + 1};
    }
    [[nodiscard]] Sums minus(const Sums& o) const {
        return {w - o.w, wx - o.wx, wy - o.wy, wxx - o.wxx, wxy - o.wxy, wyy - o.wyy};
    }
    /// Least sum of squared relative errors of a straight line.
    [[nodiscard]] double error() const {
        const double xx = wxx - wx * wx / w;
        const double xy = wxy - wx * wy / w;
        const double yy = wyy - wy * wy / w;
        return std::max(0.0, xx > 0 ? yy - xy * xy / xx : yy);
    }
};

}  // namespace

std::vector<std::size_t> break_points(std::span<const std::int64_t> lengths, std::span<const double> delays) {
    const std::size_t count = delays.size();
    const bool positive = std::all_of(delays.begin(), delays.end(), [](double delay) { return delay > 0; });
    if (!positive || count < 2 * shortest_piece) return {};
    std::vector<double> logarithms(count);
    std::transform(delays.begin(), delays.end(), logarithms.begin(),
                   [](double delay) { return std::log(delay); });
    const double noise = std::max(min_noise, noise_of(logarithms));
    logarithms = without_outliers(logarithms);

    const auto longest = static_cast<double>(std::max<std::int64_t>(lengths.back(), 1));
    std::vector<Sums> sums(count + 1);
    for (std::size_t k = 0; k < count; ++k) {
        sums[k + 1] = sums[k].plus(static_cast<double>(lengths[k]) / longest, std::exp(logarithms[k]));
    }
    const double penalty = 3 * std::log(static_cast<double>(count)) * 2 * noise * noise;
    std::vector<double> cost(count + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> from(count + 1, 0);
    cost[0] = 0;
    for (std::size_t end = shortest_piece; end <= count; ++end) {
        for (std::size_t begin = 0; begin + shortest_piece <= end; ++begin) {
            const double candidate = cost[begin] + sums[end].minus(sums[begin]).error() + penalty;
            if (candidate < cost[end]) {
                cost[end] = candidate;
                from[end] = begin;
            }
        }
    }
    std::vector<std::size_t> breaks;
    for (std::size_t end = from[count]; end > 0; end = from[end]) breaks.push_back(end);
    std::reverse(breaks.begin(), breaks.end());
    return breaks;
}

}  // namespace fabricmap
