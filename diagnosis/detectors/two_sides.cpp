// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/two_sides.hpp"

#include "diagnosis/detectors/findings.hpp"
#include "diagnosis/statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

/// Short enough that a message takes hardly longer than an empty one.
constexpr float constant_delays = 1.5F;
/// A side with less than this share of the other's effect is not affected.
constexpr float share_of_a_side = 0.35F;

using Curve = std::vector<float>;

float mean_of_numbers(const Curve& curve, std::size_t first, std::size_t end) {
    float sum = 0;
    int count = 0;
    for (std::size_t k = first; k < end; ++k) {
        if (!std::isfinite(curve[k])) continue;
        sum += curve[k];
        ++count;
    }
    return count == 0 ? 0 : sum / static_cast<float>(count);
}

/// Effects of the two sides where they are to be compared.
struct Strengths {
    float sending = 0;
    float receiving = 0;
};

Side side_of(const Strengths& strengths) {
    const float larger = std::max(strengths.sending, strengths.receiving);
    if (std::min(strengths.sending, strengths.receiving) > share_of_a_side * larger) return Side::both;
    return strengths.sending > strengths.receiving ? Side::sender : Side::receiver;
}

/// What a side adds at the longest messages beyond what it adds to short ones, as a share of the delay.
float growth(const Curve& curve, const Curve& usual, std::size_t last_first) {
    Curve extra(curve.size());
    std::vector<float> constant;
    const auto measured =
        std::find_if(usual.begin(), usual.end(), [](float delay) { return std::isfinite(delay); });
    if (measured == usual.end()) return 0;
    const float shortest = *measured;
    for (std::size_t k = 0; k < curve.size(); ++k) {
        extra[k] = usual[k] * std::expm1(curve[k]);
        if (usual[k] <= constant_delays * shortest) constant.push_back(extra[k]);
    }
    const float at_first = median_of_numbers(constant);
    for (std::size_t k = 0; k < curve.size(); ++k) extra[k] = (extra[k] - at_first) / usual[k];
    return mean_of_numbers(extra, last_first, extra.size());
}

bool halves_constants(const RunDescription& run) {
    return run.timing.value_or(Timing::synchronized) == Timing::one_way;
}

bool is_symmetric(const RunDescription& run) {
    return run.timing == Timing::round_trip || run.mode == Mode::send_recv_and_recv_send;
}

/// The largest mean of three neighbours, so that a single length does not tell.
float largest_mean(const Curve& curve) {
    constexpr std::size_t neighbours = 3;
    const std::size_t width = std::min(neighbours, curve.size());
    float largest = 0;
    for (std::size_t first = 0; first + width <= curve.size(); ++first) {
        largest = std::max(largest, mean_of_numbers(curve, first, first + width));
    }
    return largest;
}

/// Three neighbours' median, against single outliers.
Curve smoothed(const Curve& curve) {
    Curve smooth = curve;
    for (std::size_t k = 1; k + 1 < curve.size(); ++k) {
        const float low = std::min(curve[k - 1], curve[k + 1]);
        const float high = std::max(curve[k - 1], curve[k + 1]);
        if (std::isfinite(low) && std::isfinite(high)) smooth[k] = std::clamp(curve[k], low, high);
    }
    return smooth;
}

}  // namespace

std::vector<float> usual_delays(const Survey& survey, bool between_hosts) {
    std::size_t most = 0;
    std::int64_t pairs = -1;
    for (std::size_t number = 0; number < survey.classes.all.size(); ++number) {
        const PairClass& candidate = survey.classes.all[number];
        if (candidate.between_hosts != between_hosts || candidate.pairs <= pairs) continue;
        most = number;
        pairs = candidate.pairs;
    }
    return curve_of(survey.class_medians, most);
}

std::vector<float> curve_of(const Eigen::ArrayXXf& curves, std::size_t part) {
    const auto column = curves.col(static_cast<Eigen::Index>(part));
    return {column.begin(), column.end()};
}

Side side_of(const Case& subject, const TwoSides& curves, const std::vector<float>& usual) {
    const RunDescription& run = subject.run->description();
    if (is_symmetric(run)) return Side::both;
    const std::vector<Band>& bands = subject.survey->bands;
    if (halves_constants(run)) {
        const Strengths growths{growth(curves.sending, usual, bands.back().first),
                                growth(curves.receiving, usual, bands.back().first)};
        const bool grows = std::max(growths.sending, growths.receiving) >= subject.floor() / 2;
        return grows ? side_of(growths) : Side::both;
    }
    Strengths strongest;
    for (const Band& band : bands) {
        const Strengths here{mean_of_numbers(curves.sending, band.first, band.first + band.count),
                             mean_of_numbers(curves.receiving, band.first, band.first + band.count)};
        if (std::max(here.sending, here.receiving) > std::max(strongest.sending, strongest.receiving)) {
            strongest = here;
        }
    }
    return side_of(strongest);
}

void describe(Finding& finding, const Case& subject, const TwoSides& curves, const Call& call) {
    const Survey& survey = *subject.survey;
    const std::vector<float> usual =
        usual_delays(survey, finding.kind != FindingKind::slow_rank || survey.machine.host_count() > 1);
    finding.side = side_of(subject, curves, usual);
    Curve curve(curves.sending.size());
    for (std::size_t k = 0; k < curve.size(); ++k) {
        curve[k] = finding.side == Side::sender     ? curves.sending[k]
                   : finding.side == Side::receiver ? curves.receiving[k]
                                                    : (curves.sending[k] + curves.receiving[k]) / 2;
    }
    const Curve smooth = smoothed(curve);
    const Curve sending = smoothed(curves.sending);
    const Curve receiving = smoothed(curves.receiving);
    const auto is_affected = [&](std::size_t k) {
        const float larger = std::max(sending[k], receiving[k]);
        return (finding.side == Side::both ? larger : smooth[k]) >= subject.floor();
    };
    std::size_t first = 0;
    while (first + 1 < smooth.size() && !is_affected(first)) ++first;
    std::size_t last = smooth.size() - 1;
    while (last > first && !is_affected(last)) --last;
    finding.from_length_bytes = survey.lengths[first];
    finding.to_length_bytes = survey.lengths[last];

    const float largest = largest_mean(curve);
    tell_effect(finding, largest, call);
    for (std::size_t k = 0; k < smooth.size(); ++k) {
        const double extra_s = usual[k] * std::expm1(smooth[k]);
        if (extra_s > finding.evidence.extra_s) finding.evidence.extra_s = extra_s;
    }
    for (const float value : curve) finding.evidence.curve.push_back(std::exp(value));
}

}  // namespace fabricmap::diagnosis
