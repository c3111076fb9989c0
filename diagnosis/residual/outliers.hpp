// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace fabricmap::diagnosis {

/// A part whose value is too far from the healthy bulk.
struct Outlier {
    std::size_t part = 0;
    std::size_t window = 0;  ///< where it is farthest
    float effect = 0;        ///< there, less the centre of the bulk; a logarithm
    float deviation = 0;     ///< of the bulk there
    double z = 0;
    double chance = 1;  ///< adjusted for all parts and windows
};

/// What counts as an effect in a window; logarithms.
struct OutlierLimit {
    float floor = 0;           ///< the smallest effect of interest
    float clock_step = 0;      ///< by so much two delays differ that are one step of the clock apart
    int values_of_a_part = 1;  ///< of which a part's value is the median
    /// How well the parts' values know their own deviation, at most, where they were fitted together.
    int max_degrees_of_freedom = 30;
};

/// Judges a family of parts: `values[w]` holds one value a part in window w, NaN for none. A part is an
/// outlier where in some window it lies above the bulk by at least the floor and a step of the clock and, by
/// Benjamini and Hochberg over all of them, no more than that fraction of the outliers is false. Each part
/// once, in the order of the parts.
///
/// The null is empirical: its deviation is that of the middle half, or what the lower tail says where that is
/// wider; faults make the upper tail.
[[nodiscard]] std::vector<Outlier> find_outliers(std::span<const Eigen::ArrayXf> values,
                                                 std::span<const OutlierLimit> limits,
                                                 double max_false_fraction = 0.001);
/// With the same floor in all windows, and a clock whose steps do not matter.
[[nodiscard]] std::vector<Outlier> find_outliers(std::span<const Eigen::ArrayXf> values, float floor,
                                                 double max_false_fraction = 0.001);

/// A part's value in a window before single values were cut off, and how uncertain it is by itself: the
/// deviation that measuring it once more would show. Logarithms.
struct WholeValue {
    float effect = 0;
    float uncertainty = 0;
};
using WholeValueOf = std::function<WholeValue(std::size_t part, std::size_t window)>;

/// The effect, a logarithm, that one part among such values must have in a window to be found with 95 %
/// chance; NaN where there are none. `windows`: how many are judged together. `uncertainty`: of a part's
/// value by itself, beside the bulk's.
[[nodiscard]] float smallest_outlier(const Eigen::ArrayXf& values, const OutlierLimit& limit,
                                     std::size_t windows, float uncertainty = 0,
                                     double max_false_fraction = 0.001);

/// The same of values that were cut off: that serves to find those that are off at most lengths, but hides by
/// how much they are, so that the chances come from the whole values.
[[nodiscard]] std::vector<Outlier> find_clipped_outliers(std::span<const Eigen::ArrayXf> values,
                                                         std::span<const OutlierLimit> limits,
                                                         const WholeValueOf& whole_value_of,
                                                         double max_false_fraction = 0.001);

}  // namespace fabricmap::diagnosis
