// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/outliers.hpp"

#include "base/mixing.hpp"
#include "statistics/chance.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::diagnosis {
namespace {

constexpr std::uint64_t enough_for_a_bulk = 200'000;
/// Each is read from the run anew; so many are a fault of larger parts, or noise.
constexpr std::size_t max_whole_values = 4096;

/// A lower quantile of normal values, in deviations.
struct TailMark {
    double fraction;
    float deviations;
};
constexpr std::array tail_marks{TailMark{0.01, 2.326F}, TailMark{0.001, 3.090F}, TailMark{0.0001, 3.719F}};
constexpr double min_in_a_tail = 3;
constexpr int light_tails = 30;  // degrees of freedom
/// Of values that are anywhere within a step.
constexpr float deviation_of_a_step = 0.289F;

/// Whether a thousandth of many values lies no farther out, on either side, than of normal ones: then neither
/// heavy tails nor faults have widened them, and what lies far beyond is no chance.
bool has_light_tails(std::vector<float>& numbers, const Bulk& bulk) {
    constexpr std::size_t enough = 3000;
    constexpr double fraction = 0.001;
    constexpr float widest = 1.3F * 3.090F;
    if (numbers.size() < enough) return false;
    const auto far = static_cast<std::size_t>(fraction * static_cast<double>(numbers.size()));
    const float below = bulk.centre - value_at(numbers, far);
    const float above = value_at(numbers, numbers.size() - 1 - far) - bulk.centre;
    return std::max(below, above) <= widest * bulk.deviation;
}

/// The bulk, and how heavy its tails are taken to be.
struct Healthy {
    Bulk bulk;
    int degrees_of_freedom = 1;
};

Healthy healthy_bulk(const Eigen::ArrayXf& values) {
    std::vector<float> numbers;
    const auto count = static_cast<std::uint64_t>(values.size());
    visit_drawn(count, std::max<std::uint64_t>(1, count / enough_for_a_bulk), [&](std::uint64_t part) {
        const float value = values(static_cast<Eigen::Index>(part));
        if (std::isfinite(value)) numbers.push_back(value);
    });
    Bulk bulk = bulk_of(numbers);
    bulk.deviation = std::max(bulk.deviation, min_deviation);
    const int degrees = has_light_tails(numbers, bulk) ? light_tails : degrees_of_freedom(bulk.count);
    for (const auto& [fraction, deviations] : tail_marks) {
        const double place = fraction * static_cast<double>(numbers.size());
        if (place < min_in_a_tail) continue;
        const float mark = value_at(numbers, static_cast<std::size_t>(place));
        bulk.deviation = std::max(bulk.deviation, (bulk.centre - mark) / deviations);
    }
    return {bulk, degrees};
}

/// Those that are at least the floor, with their chances unadjusted.
struct Candidates {
    std::vector<Outlier> outliers;
    std::vector<int> degrees_of_freedom;  ///< of each
    std::size_t tests = 0;
};

Candidates candidates_among(std::span<const Eigen::ArrayXf> values, std::span<const OutlierLimit> limits) {
    Candidates candidates;
    for (std::size_t window = 0; window < values.size(); ++window) {
        auto [bulk, degrees] = healthy_bulk(values[window]);
        if (bulk.count == 0) continue;
        const auto [floor, clock_step] = limits[window];
        bulk.deviation = std::hypot(bulk.deviation, deviation_of_a_step * clock_step);
        candidates.tests += static_cast<std::size_t>(values[window].size());
        for (Eigen::Index part = 0; part < values[window].size(); ++part) {
            const float effect = values[window](part) - bulk.centre;
            if (!(effect >= floor + clock_step)) continue;
            const double z = effect / bulk.deviation;
            candidates.outliers.push_back(
                {static_cast<std::size_t>(part), window, effect, bulk.deviation, z, 1});
            candidates.degrees_of_freedom.push_back(degrees);
        }
    }
    return candidates;
}

std::vector<Outlier> significant(Candidates candidates, double max_false_fraction) {
    std::vector<double> chances(candidates.outliers.size());
    for (std::size_t number = 0; number < chances.size(); ++number) {
        chances[number] =
            student_t_tail(candidates.outliers[number].z, candidates.degrees_of_freedom[number]);
    }
    const std::vector<double> chance = benjamini_hochberg(chances, candidates.tests);
    std::map<std::size_t, Outlier> outliers;
    for (std::size_t number = 0; number < chance.size(); ++number) {
        if (chance[number] > max_false_fraction) continue;
        Outlier outlier = candidates.outliers[number];
        outlier.chance = chance[number];
        const auto [known, is_new] = outliers.try_emplace(outlier.part, outlier);
        if (is_new) continue;
        const double smallest = std::min(known->second.chance, outlier.chance);
        if (outlier.effect > known->second.effect) known->second = outlier;
        known->second.chance = smallest;
    }
    std::vector<Outlier> result;
    result.reserve(outliers.size());
    for (const auto& [part, outlier] : outliers) result.push_back(outlier);
    return result;
}

}  // namespace

std::vector<Outlier> find_outliers(std::span<const Eigen::ArrayXf> values,
                                   std::span<const OutlierLimit> limits, double max_false_fraction) {
    return significant(candidates_among(values, limits), max_false_fraction);
}

std::vector<Outlier> find_outliers(std::span<const Eigen::ArrayXf> values, float floor,
                                   double max_false_fraction) {
    return find_outliers(values, std::vector<OutlierLimit>(values.size(), OutlierLimit{floor}),
                         max_false_fraction);
}

std::vector<Outlier> find_clipped_outliers(std::span<const Eigen::ArrayXf> values,
                                           std::span<const OutlierLimit> limits,
                                           const WholeValueOf& whole_value_of, double max_false_fraction) {
    Candidates candidates = candidates_among(values, limits);
    if (candidates.outliers.size() <= max_whole_values) {
        for (Outlier& outlier : candidates.outliers) {
            const WholeValue whole = whole_value_of(outlier.part, outlier.window);
            outlier.effect = std::max(outlier.effect, whole.effect);
            outlier.deviation = std::hypot(outlier.deviation, whole.uncertainty);
            outlier.z = outlier.effect / outlier.deviation;
        }
    }
    return significant(std::move(candidates), max_false_fraction);
}

}  // namespace fabricmap::diagnosis
