// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/detectable.hpp"

#include "diagnosis/residual/outliers.hpp"
#include "diagnosis/residual/two_sides.hpp"

#include <cmath>
#include <vector>

namespace fabricmap::diagnosis {

Detectable detectable_among(const Case& subject, DetectablePart part, const ValuesIn& values,
                            const PartValue& each) {
    const std::vector<Window> windows = windows_of(*subject.survey);
    std::vector<OutlierLimit> limits = limits_of(subject, windows);
    for (OutlierLimit& limit : limits) {
        limit.values_of_a_part = each.values_of_a_part;
        limit.max_degrees_of_freedom = each.max_degrees_of_freedom;
    }
    const std::vector<float> typical_s = typical_delays(*subject.survey, true);
    const auto factor_in = [&](std::size_t window) {
        const float effect =
            smallest_outlier(values(windows[window]), limits[window], windows.size(), each.uncertainty);
        const std::size_t longest = windows[window].first_length + windows[window].lengths - 1;
        return std::max(std::exp(static_cast<double>(effect)), 1 + subject.min_time_s / typical_s[longest]);
    };
    const std::size_t longest = subject.survey->bands.size() - 1;
    const double short_messages = factor_in(0);
    const double long_messages = factor_in(longest);
    // Where some lengths cannot be judged, all together hide what others show.
    constexpr double far_more = 1.25;
    const double by_all = factor_in(windows.size() - 1);
    const double by_some = std::fmin(short_messages, long_messages);
    return {part, short_messages, long_messages, by_all > far_more * by_some ? by_some : by_all};
}

Detectable detectable_on_two_sides(const Case& subject, DetectablePart part, const Eigen::ArrayXXf& sending,
                                   const Eigen::ArrayXXf& receiving, int values_of_a_part) {
    Detectable effect = detectable_among(
        subject, part, [&](const Window& window) { return on_two_sides(sending, receiving, window); },
        {.values_of_a_part = values_of_a_part,
         .max_degrees_of_freedom = degrees_on_two_sides(subject, sending.cols())});
    // What an archive shows of it may be less by as much as it must have.
    const double in_archives = 1 + subject.run->description().archive_error;
    effect.short_messages *= in_archives;
    effect.long_messages *= in_archives;
    effect.all_messages *= in_archives;
    return effect;
}

}  // namespace fabricmap::diagnosis
