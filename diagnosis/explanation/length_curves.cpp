// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/length_curves.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_pairs = 16;

/// Of some pairs, by the first ranks of their hosts, what their delays have beyond their class: lengths ×
/// pairs, logarithms.
Eigen::ArrayXXf beyond_class(const PairList& pairs, const Fit& fit, const Case& subject) {
    const Survey& survey = *subject.survey;
    Eigen::ArrayXXf beyond(std::ssize(survey.lengths), std::ssize(pairs));
    for (Eigen::Index at = 0; at < beyond.cols(); ++at) {
        const std::uint32_t pair = pairs[static_cast<std::size_t>(at)];
        const RankIndex sender = survey.machine.ranks_of[HostIndex(fit.sender_of(pair))].front();
        const RankIndex receiver = survey.machine.ranks_of[HostIndex(fit.receiver_of(pair))].front();
        const Vector delays = subject.stack->pair(sender, receiver);
        const auto medians = survey.class_medians.col(survey.classes.of(sender, receiver));
        beyond.col(at) = (delays.array() / medians.cast<double>()).log().cast<float>();
    }
    return beyond;
}

}  // namespace

std::vector<float> curve_over_lengths(const std::vector<float>& of_bands, const PairList& pairs,
                                      const Fit& fit, const HostLogs& logs, const Case& subject) {
    std::vector<float> curve = over_lengths(logs, of_bands);
    if (pairs.empty() || curve.size() == of_bands.size()) return curve;
    const PairList some = thinned(pairs, max_pairs);
    const Eigen::ArrayXXf beyond = beyond_class(some, fit, subject);
    constexpr float deviations = 4;
    constexpr float of_a_median = 1.2533F;
    for (std::size_t band = 0; band < logs.bands.size(); ++band) {
        const LogBand& lengths = logs.bands[band];
        const auto first = static_cast<Eigen::Index>(lengths.first_length);
        const auto count = static_cast<Eigen::Index>(lengths.lengths);
        Eigen::ArrayXf middle(count);
        for (Eigen::Index k = 0; k < count; ++k) middle(k) = median_of_numbers(beyond.row(first + k));
        middle -= middle.mean();
        const float noise = fit.noise(band, some.front()) * std::sqrt(static_cast<float>(count)) *
                            of_a_median / std::sqrt(static_cast<float>(some.size()));
        if (!(middle.abs().maxCoeff() > std::max(fit.min_effect(), deviations * noise))) continue;
        for (Eigen::Index k = 0; k < count; ++k) curve[static_cast<std::size_t>(first + k)] += middle(k);
    }
    return curve;
}

}  // namespace fabricmap::diagnosis
