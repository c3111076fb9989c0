// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/noise.hpp"

#include "statistics/ordering.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace fabricmap::diagnosis {
namespace {

/// A fraction of the values, and the shortest interval that holds so many of a normal distribution, in
/// deviations.
struct Inside {
    double fraction;
    float width;
};
constexpr Inside two_fifths{0.4, 1.05F};
constexpr Inside a_quarter{0.25, 0.637F};
constexpr Inside a_tenth{0.1, 0.251F};
// The shortest of many intervals is shorter than it should be.
constexpr std::size_t few_values = 30;
constexpr float correction_of_few = 1.6F;
constexpr float correction = 1.15F;
constexpr float bias_of_shortest = 1.5F;
/// Among fewer the shortest interval is next to nothing now and then; half of the values may be slow, though.
constexpr std::size_t enough_inside = 6;

constexpr float min_noise = 0.003F;
constexpr float max_widening = 1.8F;
constexpr float fraction_of_a_tail = 0.9F;

/// How far the tail beyond a fraction lies, in deviations.
struct LowerTail {
    double fraction;
    float deviations;
};
constexpr std::array lower_tails{LowerTail{0.01, 2.8F}, LowerTail{0.001, 4.2F}};

/// `fitted`: the fraction of the values that was fitted, and lies in the middle.
Spread spread_inside(std::vector<float>& values, const Inside& part, double fitted = 0) {
    sort_numbers(values);
    const std::size_t count = values.size();
    const double fraction = fitted + part.fraction * (1 - fitted);
    const auto wanted = static_cast<std::size_t>(std::ceil(fraction * static_cast<double>(count)));
    const std::size_t inside =
        std::max({std::min<std::size_t>(2, count), wanted, std::min(enough_inside, count / 2)});
    std::size_t first = 0;
    for (std::size_t at = 1; at + inside <= count; ++at) {
        if (values[at + inside - 1] - values[at] < values[first + inside - 1] - values[first]) first = at;
    }
    const float width = values[first + inside - 1] - values[first];
    return {values[first + inside / 2],
            width / part.width * (count > few_values ? correction : correction_of_few)};
}

}  // namespace

Spread spread_of(std::vector<float>& values) {
    return spread_inside(values, two_fifths);
}

Spread spread_of_hosts(std::vector<float>& values) {
    constexpr float much_wider = 3;
    const Spread of_some = spread_inside(values, a_quarter);
    const Spread spread = spread_of(values);
    return spread.deviation > much_wider * of_some.deviation ? of_some : spread;
}

float healthy_centre_of(std::vector<float>& values) {
    constexpr double min_fraction_of_mode = 0.25;
    constexpr float apart = 5;  // deviations
    constexpr float around = 3;
    constexpr float much_wider = 3;
    Spread mode = spread_of(values);
    const auto needed = min_fraction_of_mode * static_cast<double>(values.size());
    for (;;) {
        const auto end = std::lower_bound(values.begin(), values.end(), mode.centre - apart * mode.deviation);
        if (static_cast<double>(end - values.begin()) < std::max(2.0, needed)) break;
        std::vector<float> lower(values.begin(), end);
        const Spread below = spread_of(lower);
        if (below.deviation > much_wider * std::max(mode.deviation, min_noise)) break;
        mode = below;
    }
    const auto first = std::lower_bound(values.begin(), values.end(), mode.centre - around * mode.deviation);
    const auto last = std::upper_bound(first, values.end(), mode.centre + around * mode.deviation);
    return *(first + (last - first) / 2);
}

float centre_of_changes(std::vector<float>& values) {
    constexpr int max_steps = 50;
    constexpr double min_fraction_unchanged = 0.1;
    // Of many, a mode of half of them has a tenth of all in half a deviation: it looks wider than it is.
    constexpr std::size_t many_values = 300;
    const bool are_many = values.size() >= many_values;
    const Spread spread = spread_inside(values, are_many ? a_tenth : two_fifths);
    const float around = (are_many ? 1.0F : 2.0F) * std::max(spread.deviation, min_noise);
    float centre = 0;
    for (int step = 0; step < max_steps; ++step) {
        const auto first = std::lower_bound(values.begin(), values.end(), centre - around);
        const auto last = std::upper_bound(first, values.end(), centre + around);
        if (static_cast<double>(last - first) < min_fraction_unchanged * static_cast<double>(values.size()))
            return healthy_centre_of(values);
        const float middle = *(first + (last - first) / 2);
        if (middle == centre) break;
        centre = middle;
    }
    return centre;
}

float noise_of(std::vector<float>& values, double fitted) {
    const Spread spread = spread_inside(values, two_fifths, fitted);
    const std::size_t count = values.size();
    const float bulk = count > few_values ? spread.deviation / correction *
                                                (1 + bias_of_shortest / std::sqrt(static_cast<float>(count)))
                                          : spread.deviation;
    float noise = bulk;
    for (const auto& [fraction, deviations] : lower_tails) {
        const auto beyond = static_cast<std::size_t>(fraction * static_cast<double>(count));
        if (beyond < 2) continue;
        const float tail = (spread.centre - values[beyond]) / deviations * fraction_of_a_tail;
        noise = std::max(noise, std::min(max_widening * bulk, tail));
    }
    return std::max(noise, min_noise);
}

Tail::Tail(const std::vector<float>& lower_deviations) {
    constexpr std::size_t min_values = 500;
    constexpr std::array lighter{5.0F, 6.0F, 8.0F, 10.0F};
    if (lower_deviations.size() < min_values) return;
    const auto length_with = [&](const Tail& tail) {
        double length = 0;
        for (const float z : lower_deviations) length += static_cast<double>(tail.misfit(z));
        return length + tail.misfit_of_none() * static_cast<double>(lower_deviations.size());
    };
    double shortest = length_with(*this);
    for (const float degrees : lighter) {
        Tail tail;
        tail.degrees_ = degrees;
        const double length = length_with(tail);
        if (length >= shortest) continue;
        shortest = length;
        *this = tail;
    }
}

double Tail::misfit_of_none() const noexcept {
    const auto degrees = static_cast<double>(degrees_);
    return std::lgamma(degrees / 2) - std::lgamma((degrees + 1) / 2) +
           std::log(degrees * std::numbers::pi) / 2;
}

std::optional<double> mean_correlation(const Eigen::ArrayXXf& deviations) {
    if (deviations.cols() < 2) return std::nullopt;
    Eigen::MatrixXd values = deviations.max(-3.0F).min(3.0F).cast<double>().matrix();
    values.rowwise() -= values.colwise().mean().eval();
    const Eigen::RowVectorXd norms = values.colwise().norm();
    double sum = 0;
    for (Eigen::Index one = 0; one < values.cols(); ++one) {
        for (Eigen::Index other = 0; other < one; ++other) {
            const double norm = norms(one) * norms(other);
            if (norm > 0) sum += values.col(one).dot(values.col(other)) / norm;
        }
    }
    return sum / (static_cast<double>(values.cols() * (values.cols() - 1)) / 2);
}

double entropy_of(double fraction) noexcept {
    constexpr double tiny = 1e-9;
    const double f = std::clamp(fraction, tiny, 1 - tiny);
    return -f * std::log(f) - (1 - f) * std::log1p(-f);
}

}  // namespace fabricmap::diagnosis
