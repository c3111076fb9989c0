// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/added_time.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// Whether a short message between some ranks of theirs was measured.
bool have_met(const Survey& survey, HostIndex host, HostIndex other) {
    const auto& ranks_of = survey.machine.ranks_of;
    return std::any_of(ranks_of[host].begin(), ranks_of[host].end(), [&](RankIndex rank) {
        return std::any_of(ranks_of[other].begin(), ranks_of[other].end(),
                           [&](RankIndex partner) { return survey.classes.was_measured(rank, partner); });
    });
}

/// The median of the classes' delays, each counted once a direction; NaN where none was measured.
float middle_delay(const Eigen::ArrayXf& delays_s, const std::vector<std::size_t>& paths) {
    std::vector<std::pair<float, std::size_t>> measured;
    std::size_t all = 0;
    for (std::size_t number = 0; number < paths.size(); ++number) {
        const float delay_s = delays_s(static_cast<Eigen::Index>(number));
        if (paths[number] == 0 || !std::isfinite(delay_s)) continue;
        measured.emplace_back(delay_s, paths[number]);
        all += paths[number];
    }
    std::sort(measured.begin(), measured.end());
    std::size_t passed = 0;
    for (const auto& [delay_s, count] : measured) {
        passed += count;
        if (2 * passed >= all) return delay_s;
    }
    return no_value;
}

}  // namespace

AddedTime::AddedTime(const Survey& survey, HostIndex host) : survey_(&survey) {
    std::vector<std::size_t> paths(survey.classes.all.size());
    for (const HostIndex other : survey.machine.hosts.indices()) {
        if (other != host && have_met(survey, host, other)) ++paths[survey.class_between(host, other)];
    }
    for (Eigen::Index k = 0; k < survey.class_medians.rows(); ++k) {
        middle_s_.push_back(middle_delay(survey.class_medians.row(k), paths));
    }
}

float AddedTime::beyond(Eigen::Index length, std::uint8_t pair_class, float effect) const {
    if (!(effect > 0)) return 0;
    const float added_s = middle_s_[length] * std::expm1(effect);
    const float off = std::log1p(added_s / survey_->class_medians(length, pair_class)) - effect;
    return std::isfinite(off) ? off : 0;
}

float beyond_explained(float left, float by_time) {
    return left - std::clamp(left, std::min(0.0F, by_time), std::max(0.0F, by_time));
}

}  // namespace fabricmap::diagnosis
