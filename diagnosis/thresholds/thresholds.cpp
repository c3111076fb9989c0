// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/thresholds/thresholds.hpp"

#include "statistics/segments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

/// Smaller jumps and bends are steps of pages, caches and packets.
constexpr double min_change = 0.04;

/// The lengths at which a class was measured.
struct MeasuredCurve {
    std::vector<std::int64_t> lengths;
    std::vector<double> delays;
};

MeasuredCurve measured(const std::vector<std::int64_t>& lengths, const std::vector<double>& medians) {
    MeasuredCurve curve;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        if (!(medians[k] > 0)) continue;
        curve.lengths.push_back(lengths[k]);
        curve.delays.push_back(medians[k]);
    }
    return curve;
}

struct Line {
    double at_zero = 0;
    double slope = 0;

    [[nodiscard]] double at(std::int64_t length) const {
        return at_zero + slope * static_cast<double>(length);
    }
};

/// The straight line with the least relative errors.
Line fit(const MeasuredCurve& curve, std::size_t first, std::size_t end) {
    double w = 0;
    double wx = 0;
    double wy = 0;
    for (std::size_t k = first; k < end; ++k) {
        const double weight = 1 / (curve.delays[k] * curve.delays[k]);
        w += weight;
        wx += weight * static_cast<double>(curve.lengths[k]);
        wy += weight * curve.delays[k];
    }
    const double x_mean = wx / w;
    const double y_mean = wy / w;
    double xx = 0;
    double xy = 0;
    for (std::size_t k = first; k < end; ++k) {
        const double weight = 1 / (curve.delays[k] * curve.delays[k]);
        const double x = static_cast<double>(curve.lengths[k]) - x_mean;
        xx += weight * x * x;
        xy += weight * x * (curve.delays[k] - y_mean);
    }
    const double slope = xx > 0 ? xy / xx : 0;
    return {y_mean - slope * x_mean, slope};
}

Segment segment_of(const MeasuredCurve& curve, std::size_t first, std::size_t end) {
    const Line line = fit(curve, first, end);
    return {curve.lengths[first], curve.lengths[end - 1], line.at_zero,
            line.slope > 0 ? 1 / line.slope : std::numeric_limits<double>::infinity()};
}

/// Sum of squared relative errors of the best line.
double error_of(const MeasuredCurve& curve, std::size_t first, std::size_t end) {
    const Line line = fit(curve, first, end);
    double sum = 0;
    for (std::size_t k = first; k < end; ++k) {
        const double error = line.at(curve.lengths[k]) / curve.delays[k] - 1;
        sum += error * error;
    }
    return sum;
}

/// How much changes at a border: by which fraction the delay jumps, or by which fraction a single line
/// through both segments would miss the shorter one, whichever is more.
double change_at(const MeasuredCurve& curve, std::size_t first, std::size_t border, std::size_t end) {
    const std::int64_t length = curve.lengths[border];
    const double jump = fit(curve, border, end).at(length) - fit(curve, first, border).at(length);
    const double missed =
        error_of(curve, first, end) - error_of(curve, first, border) - error_of(curve, border, end);
    const auto shorter = static_cast<double>(std::min(border - first, end - border));
    return std::max(std::abs(jump) / curve.delays[border], std::sqrt(std::max(0.0, missed) / shorter));
}

/// Takes away borders at which little changes, the least first, since every one that goes changes its
/// neighbours.
void keep_changes(const MeasuredCurve& curve, std::vector<std::size_t>& borders) {
    while (borders.size() > 2) {
        double smallest = min_change;
        std::size_t weakest = 0;
        for (std::size_t border = 1; border + 1 < borders.size(); ++border) {
            const double change = change_at(curve, borders[border - 1], borders[border], borders[border + 1]);
            if (change >= smallest) continue;
            smallest = change;
            weakest = border;
        }
        if (weakest == 0) return;
        borders.erase(borders.begin() + static_cast<std::ptrdiff_t>(weakest));
    }
}

void search(const ClassCurve& pair_class, const MeasuredCurve& curve, ThresholdSearch& found) {
    std::vector<std::size_t> borders = break_points(curve.lengths, curve.delays);
    borders.insert(borders.begin(), 0);
    borders.push_back(curve.lengths.size());
    keep_changes(curve, borders);
    ClassThresholds segments{pair_class.name, {}};
    for (std::size_t border = 0; border + 1 < borders.size(); ++border) {
        segments.segments.push_back(segment_of(curve, borders[border], borders[border + 1]));
        if (border == 0) continue;
        const std::size_t first = borders[border];
        const Line before = fit(curve, borders[border - 1], first);
        const Line after = fit(curve, first, borders[border + 1]);
        Threshold threshold;
        threshold.class_name = pair_class.name;
        threshold.before_bytes = curve.lengths[first - 1];
        threshold.after_bytes = curve.lengths[first];
        threshold.jump_s = after.at(curve.lengths[first]) - before.at(curve.lengths[first]);
        // The last delay measured, since a line may lead below zero.
        threshold.jump_fraction = threshold.jump_s / curve.delays[first - 1];
        threshold.slope_change = after.slope - before.slope;
        found.thresholds.push_back(threshold);
    }
    found.segments.push_back(std::move(segments));
}

bool is_the_same(const Threshold& one, const Threshold& other) {
    const std::int64_t step =
        std::max(one.after_bytes - one.before_bytes, other.after_bytes - other.before_bytes);
    return std::abs(one.after_bytes - other.after_bytes) <= step;
}

void set_scopes(std::vector<Threshold>& thresholds, std::size_t classes) {
    if (classes < 2) return;
    for (Threshold& threshold : thresholds) {
        const bool elsewhere = std::any_of(thresholds.begin(), thresholds.end(), [&](const Threshold& other) {
            return other.class_name != threshold.class_name && is_the_same(threshold, other);
        });
        threshold.scope = elsewhere ? ThresholdScope::software : ThresholdScope::transport;
    }
}

}  // namespace

ThresholdSearch find_thresholds(const std::vector<std::int64_t>& lengths,
                                const std::vector<ClassCurve>& classes) {
    ThresholdSearch found;
    for (const ClassCurve& pair_class : classes) {
        const MeasuredCurve curve = measured(lengths, pair_class.median_s);
        if (!curve.lengths.empty()) search(pair_class, curve, found);
    }
    set_scopes(found.thresholds, found.segments.size());
    std::stable_sort(
        found.thresholds.begin(), found.thresholds.end(),
        [](const Threshold& one, const Threshold& other) { return one.after_bytes < other.after_bytes; });
    return found;
}

}  // namespace fabricmap::diagnosis
