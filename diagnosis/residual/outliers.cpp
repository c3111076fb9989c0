// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/outliers.hpp"

#include "base/mixing.hpp"
#include "statistics/chance.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

constexpr std::uint64_t enough_for_a_bulk = 200'000;
/// Each is read from the run anew. Where more are off, the farthest are read.
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

Healthy healthy_bulk(const Eigen::ArrayXf& values, const OutlierLimit& limit) {
    std::vector<float> numbers;
    const auto count = static_cast<std::uint64_t>(values.size());
    visit_drawn(count, std::max<std::uint64_t>(1, count / enough_for_a_bulk), [&](std::uint64_t part) {
        const float value = values(static_cast<Eigen::Index>(part));
        if (std::isfinite(value)) numbers.push_back(value);
    });
    Bulk bulk = bulk_of(numbers);
    bulk.deviation = std::max(bulk.deviation, min_deviation);
    const int degrees =
        has_light_tails(numbers, bulk)
            ? light_tails
            : std::min(degrees_of_freedom(bulk.count, limit.values_of_a_part), limit.max_degrees_of_freedom);
    for (const auto& [fraction, deviations] : tail_marks) {
        const double place = fraction * static_cast<double>(numbers.size());
        if (place < min_in_a_tail) continue;
        const float mark = value_at(numbers, static_cast<std::size_t>(place));
        bulk.deviation = std::max(bulk.deviation, (bulk.centre - mark) / deviations);
    }
    bulk.deviation = std::hypot(bulk.deviation, deviation_of_a_step * limit.clock_step);
    return {bulk, degrees};
}

float min_effect_of(const OutlierLimit& limit) {
    return limit.floor + limit.clock_step;
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
        const auto [bulk, degrees] = healthy_bulk(values[window], limits[window]);
        if (bulk.count == 0) continue;
        candidates.tests += static_cast<std::size_t>(values[window].size());
        for (Eigen::Index part = 0; part < values[window].size(); ++part) {
            const float effect = values[window](part) - bulk.centre;
            if (!(effect >= min_effect_of(limits[window]))) continue;
            const double z = effect / bulk.deviation;
            candidates.outliers.push_back(
                {static_cast<std::size_t>(part), window, effect, bulk.deviation, z, 1});
            candidates.degrees_of_freedom.push_back(degrees);
        }
    }
    return candidates;
}

std::vector<double> chances_of(const Candidates& candidates) {
    std::vector<double> chances(candidates.outliers.size());
    for (std::size_t number = 0; number < chances.size(); ++number) {
        chances[number] =
            student_t_tail(candidates.outliers[number].z, candidates.degrees_of_freedom[number]);
    }
    return chances;
}

/// The candidates that lie the farthest out, by their numbers.
std::vector<std::size_t> farthest(const std::vector<Outlier>& candidates) {
    std::vector<std::size_t> numbers(candidates.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    if (numbers.size() <= max_whole_values) return numbers;
    // Many lie as far out as clipped values can: of these, what is off in more windows.
    std::map<std::size_t, int> windows_of_part;
    for (const Outlier& candidate : candidates) ++windows_of_part[candidate.part];
    const auto distance_of = [&](std::size_t number) {
        return std::pair(candidates[number].z, windows_of_part.at(candidates[number].part));
    };
    std::nth_element(
        numbers.begin(), numbers.begin() + max_whole_values, numbers.end(),
        [&](std::size_t one, std::size_t other) { return distance_of(one) > distance_of(other); });
    numbers.resize(max_whole_values);
    return numbers;
}

/// How distances fall off beyond the nearest of them: exponentially, as the logarithms of delays whose tail
/// is a power do, or, where their far end is farther than that, as a power themselves.
class Tail {
  public:
    explicit Tail(std::vector<float> distances)
        : begin_(std::max(value_at(distances, 0), smallest_)),
          middle_(std::max(value_at(distances, distances.size() / 2), begin_ * (1 + smallest_))) {
        constexpr double far_end = 0.97;
        constexpr float heavier_than_exponential = 5.8F;  // 5.1 halvings are expected; of a power of 4, 7.4
        const auto last = static_cast<std::size_t>(far_end * static_cast<double>(distances.size()));
        is_power_ = value_at(distances, last) - begin_ > heavier_than_exponential * (middle_ - begin_);
    }

    /// The fraction of the distances that is at least that large.
    [[nodiscard]] double beyond(double distance) const {
        const double halvings = is_power_ ? std::log(distance / begin_) / std::log(middle_ / begin_)
                                          : (distance - begin_) / (middle_ - begin_);
        return std::exp2(-std::max(0.0, halvings));
    }

  private:
    static constexpr float smallest_ = 1e-3F;
    float begin_;
    float middle_;
    bool is_power_ = false;
};

/// Where only the farthest candidates have their whole values, so many are off by noise that its tail is
/// heavier than that of clipped values. A candidate counts by that tail, of its window, or by its clipped
/// value.
void limit_to_their_tail(std::vector<double>& chances, const std::vector<double>& clipped,
                         const Candidates& candidates, const std::vector<std::size_t>& far) {
    std::map<std::size_t, std::vector<float>> distances;
    for (const std::size_t number : far) {
        const Outlier& outlier = candidates.outliers[number];
        distances[outlier.window].push_back(static_cast<float>(outlier.z));
    }
    std::map<std::size_t, Tail> tails;
    for (const auto& [window, values] : distances) tails.emplace(window, Tail(values));
    for (const std::size_t number : far) {
        const Outlier& outlier = candidates.outliers[number];
        const double fraction =
            static_cast<double>(distances.at(outlier.window).size()) / static_cast<double>(candidates.tests);
        const double by_tail = fraction * tails.at(outlier.window).beyond(outlier.z);
        chances[number] = std::min(clipped[number], std::max(chances[number], by_tail));
    }
}

std::vector<Outlier> significant(const std::vector<double>& chances, const Candidates& candidates,
                                 double max_false_fraction) {
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

/// The values, a middle one of them far above: an outlier widens the bulk of few values.
Eigen::ArrayXf with_one_far_off(const Eigen::ArrayXf& values) {
    constexpr Eigen::Index hidden_among = 1000;
    if (values.size() > hidden_among) return values;
    Eigen::ArrayXf changed = values;
    std::vector<Eigen::Index> parts;
    for (Eigen::Index part = 0; part < values.size(); ++part) {
        if (std::isfinite(values(part))) parts.push_back(part);
    }
    if (parts.empty()) return values;
    const auto middle = parts.begin() + std::ssize(parts) / 2;
    std::nth_element(parts.begin(), middle, parts.end(),
                     [&](Eigen::Index one, Eigen::Index other) { return values(one) < values(other); });
    changed(*middle) = std::numeric_limits<float>::max();
    return changed;
}

}  // namespace

std::vector<Outlier> find_outliers(std::span<const Eigen::ArrayXf> values,
                                   std::span<const OutlierLimit> limits, double max_false_fraction) {
    const Candidates candidates = candidates_among(values, limits);
    return significant(chances_of(candidates), candidates, max_false_fraction);
}

std::vector<Outlier> find_outliers(std::span<const Eigen::ArrayXf> values, float floor,
                                   double max_false_fraction) {
    return find_outliers(values, std::vector<OutlierLimit>(values.size(), OutlierLimit{floor}),
                         max_false_fraction);
}

float smallest_outlier(const Eigen::ArrayXf& values, const OutlierLimit& limit, std::size_t windows,
                       float uncertainty, double max_false_fraction) {
    const auto [bulk, degrees] = healthy_bulk(with_one_far_off(values), limit);
    if (bulk.count == 0) return std::numeric_limits<float>::quiet_NaN();
    const double tests = static_cast<double>(values.size()) * static_cast<double>(windows);
    const auto z = static_cast<float>(student_t_quantile(max_false_fraction / tests, degrees));
    // In one draw of twenty noise takes off 1.645 deviations; what is fitted beside the part takes off a
    // little.
    constexpr float one_in_twenty = 2;
    const float deviation = std::hypot(bulk.deviation, uncertainty);
    return std::max(min_effect_of(limit), z * deviation) + one_in_twenty * deviation;
}

std::vector<Outlier> find_clipped_outliers(std::span<const Eigen::ArrayXf> values,
                                           std::span<const OutlierLimit> limits,
                                           const WholeValueOf& whole_value_of, double max_false_fraction) {
    Candidates candidates = candidates_among(values, limits);
    const std::vector<double> clipped = chances_of(candidates);
    const std::vector<std::size_t> far = farthest(candidates.outliers);
    for (const std::size_t number : far) {
        Outlier& outlier = candidates.outliers[number];
        const WholeValue whole = whole_value_of(outlier.part, outlier.window);
        outlier.effect = std::max(outlier.effect, whole.effect);
        outlier.deviation = std::hypot(outlier.deviation, whole.uncertainty);
        outlier.z = outlier.effect / outlier.deviation;
    }
    std::vector<double> chances = chances_of(candidates);
    if (far.size() < chances.size()) limit_to_their_tail(chances, clipped, candidates, far);
    return significant(chances, candidates, max_false_fraction);
}

}  // namespace fabricmap::diagnosis
