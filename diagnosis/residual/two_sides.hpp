// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"
#include "diagnosis/residual/outliers.hpp"

#include <map>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// What a part adds on its two sides, at each length: logarithms of ratios. Of a link the sides are its two
/// directions.
struct TwoSides {
    std::vector<float> sending;
    std::vector<float> receiving;
    bool show_direction = true;  ///< false: alike, whichever of them is slow
};

/// The delay of the pairs that most pass between hosts (or within them), at each length, in seconds.
[[nodiscard]] std::vector<float> typical_delays(const Survey& survey, bool between_hosts);

/// Whether what is constant between two ranks is halved between the two directions, whoever causes it.
[[nodiscard]] bool halves_constants(const RunDescription& run);

/// Which side is affected; `window`: where the effect is seen. A one-way measurement without a common clock
/// halves what is constant between the two directions, whoever causes it; there only what grows with the
/// length has a side, and nothing is returned where nothing does. Of round trips it is both.
[[nodiscard]] std::optional<Side> side_of(const Case& subject, const TwoSides& curves,
                                          const std::vector<float>& usual, const Window& window);

/// Side, factor with its interval, lengths, curve, extra time, confidence and z, from the curves and the
/// outlier that they led to.
void describe(Finding& finding, const Case& subject, const TwoSides& curves, const Outlier& outlier);

/// The same of an effect that both sides have, and that was no outlier: without interval and confidence.
void describe_common(Finding& finding, const Case& subject, const std::vector<float>& curve);

/// What two delays of each window differ by that are one step of the run's times apart, at most: logarithms.
[[nodiscard]] std::vector<float> time_steps(const Case& subject, const std::vector<Window>& windows);

/// What counts as an effect in each window; of single pairs.
[[nodiscard]] std::vector<OutlierLimit> limits_of_pairs(const Case& subject,
                                                        const std::vector<Window>& windows);
/// What counts as an effect in each window.
[[nodiscard]] std::vector<OutlierLimit> limits_of(const Case& subject, const std::vector<Window>& windows);
/// In those of windows_of.
[[nodiscard]] std::vector<OutlierLimit> limits_of(const Case& subject);

/// What a part adds, from what all add on their two sides: lengths × parts.
[[nodiscard]] TwoSides curves_of(const Eigen::ArrayXXf& sending, const Eigen::ArrayXXf& receiving,
                                 Eigen::Index part);

/// Degrees of freedom that so many parts have at most. Their two sides are fitted to the same delays, and the
/// middle of each side to nothing: of few parts half of all values are near 0 whatever the parts differ by.
/// Where each host begins when it leaves a barrier, they differ by that, too.
[[nodiscard]] int degrees_on_two_sides(const Case& subject, Eigen::Index parts);

/// What parts add on their two sides in a window, those of their sending first: lengths × parts each.
[[nodiscard]] Eigen::ArrayXf on_two_sides(const Eigen::ArrayXXf& sending, const Eigen::ArrayXXf& receiving,
                                          const Window& window);

/// Judges parts by their two sides, lengths × parts each: of each part the stronger outlier. Its
/// `part` is the part where that is of its sending, and beyond all parts where it is of its receiving.
/// `values_of_a_part`: see OutlierLimit.
[[nodiscard]] std::map<std::size_t, Outlier> find_outliers_on_two_sides(const Case& subject,
                                                                        const Eigen::ArrayXXf& sending,
                                                                        const Eigen::ArrayXXf& receiving,
                                                                        int values_of_a_part = 1);

}  // namespace fabricmap::diagnosis
