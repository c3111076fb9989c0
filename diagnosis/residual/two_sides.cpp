// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/two_sides.hpp"

#include "base/message_lengths.hpp"
#include "base/units.hpp"
#include "diagnosis/residual/added_step.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/rates.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace fabricmap::diagnosis {
namespace {

/// Short enough that a message takes hardly longer than an empty one.
constexpr float constant_delays = 1.5F;
/// Bytes up to which the method's halves of what is constant show.
constexpr std::int64_t longest_short_message = 1024;
/// A side with less than this fraction of the other's effect is not affected.
constexpr float fraction_of_a_side = 0.35F;

using Curve = std::vector<float>;

Curve curve_of(const Eigen::ArrayXXf& curves, Eigen::Index part) {
    const auto column = curves.col(part);
    return {column.begin(), column.end()};
}

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
    if (std::min(strengths.sending, strengths.receiving) > fraction_of_a_side * larger) return Side::both;
    return strengths.sending > strengths.receiving ? Side::sender : Side::receiver;
}

/// Lengths next to each other.
struct LengthRange {
    std::size_t first = 0;
    std::size_t end = 0;
};

LengthRange lengths_of(const Band& band) {
    return {band.first, band.first + band.count};
}
LengthRange lengths_of(const Window& window) {
    return {window.first_length, window.first_length + window.lengths};
}

/// What a side adds at those messages beyond what it adds to short ones, as a fraction of the delay.
float growth(const Curve& curve, const Curve& usual, const LengthRange& messages) {
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
    return mean_of_numbers(extra, messages.first, messages.end);
}

/// The largest mean of so many neighbours.
float largest_mean(const Curve& curve, const LengthRange& lengths, std::size_t neighbours) {
    const std::size_t width = std::min(neighbours, lengths.end - lengths.first);
    float largest = 0;
    for (std::size_t first = lengths.first; first + width <= lengths.end; ++first) {
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

/// From the first to the last length that shows `least` on the side; nothing where none does.
std::optional<LengthRange> affected_lengths(const TwoSides& curves, const Curve& curve, Side side,
                                            float smallest) {
    LengthRange affected{curve.size(), 0};
    for (std::size_t k = 0; k < curve.size(); ++k) {
        const float larger = std::max(curves.sending[k], curves.receiving[k]);
        if (!((side == Side::both ? larger : curve[k]) >= smallest)) continue;
        affected.first = std::min(affected.first, k);
        affected.end = k + 1;
    }
    return affected.end > 0 ? std::optional(affected) : std::nullopt;
}

/// The most that the part adds to a message at those lengths.
void set_extra_time(Finding& finding, const Curve& usual, const Curve& curve, const LengthRange& lengths) {
    for (std::size_t k = lengths.first; k < lengths.end; ++k) {
        const double extra_s = usual[k] * std::expm1(curve[k]);
        if (extra_s > finding.evidence.extra_s) finding.evidence.extra_s = extra_s;
    }
}

/// Where long messages are slow: what they carry, and the link that carries as much.
void note_rate(Finding& finding, const Case& subject, const Curve& usual) {
    const std::vector<std::int64_t>& lengths = subject.survey->lengths;
    const RunDescription& run = subject.run->description();
    if (finding.to_length_bytes != lengths.back()) return;
    const std::vector<double> healthy_s(usual.begin(), usual.end());
    std::vector<double> delays_s;
    for (std::size_t k = 0; k < healthy_s.size(); ++k)
        delays_s.push_back(healthy_s[k] * finding.evidence.curve[k]);
    const std::optional<double> healthy = rate_of(run, lengths, healthy_s);
    const std::optional<double> here = rate_of(run, lengths, delays_s);
    if (!healthy || !here || *here >= *healthy) return;
    finding.evidence.rates = Rates{*healthy, *here, has_trait(run, &ModeTraits::is_stream)};
    const std::optional<double> link = link_with_rate(*here);
    if (!link || link == link_with_rate(*healthy)) return;
    finding.evidence.notes.push_back(
        {"Long messages are as fast as over a link of {} Gbit/s.", {format_plain(*link)}});
}

/// Where a step at one length explains it.
void advise_on_step(Finding& finding, const Case& subject, const Curve& usual) {
    if (finding.kind == FindingKind::regression || finding.kind == FindingKind::improvement) return;
    const auto step = added_step(subject.survey->lengths, usual, finding.evidence.curve, subject.min_effect);
    if (!step) return;
    finding.advice = Note(
        "From {} on each message takes the same {} longer: compare the MTU there with that "
        "of the switch and of other hosts.",
        {format_size(step->from_bytes), format_delay(step->added_s)});
}

std::vector<OutlierLimit> limits_from(float floor, const Case& subject, const std::vector<Window>& windows) {
    std::vector<OutlierLimit> limits;
    for (const float step : time_steps(subject, windows)) limits.push_back({floor, step});
    return limits;
}

}  // namespace

bool halves_constants(const RunDescription& run) {
    return run.timing.value_or(Timing::synchronized) == Timing::one_way;
}

std::vector<float> typical_delays(const Survey& survey, bool between_hosts) {
    std::size_t largest = 0;
    std::int64_t pairs = -1;
    for (std::size_t number = 0; number < survey.classes.all.size(); ++number) {
        const PairClass& candidate = survey.classes.all[number];
        if (candidate.between_hosts != between_hosts || candidate.pairs <= pairs) continue;
        largest = number;
        pairs = candidate.pairs;
    }
    return curve_of(survey.class_medians, static_cast<Eigen::Index>(largest));
}

TwoSides curves_of(const Eigen::ArrayXXf& sending, const Eigen::ArrayXXf& receiving, Eigen::Index part) {
    return {curve_of(sending, part), curve_of(receiving, part)};
}

int degrees_on_two_sides(const Case& subject, Eigen::Index parts) {
    const bool begin_apart = has_trait(subject.run->description(), &ModeTraits::begins_after_barrier);
    return std::max(1, static_cast<int>(parts / 2) + (begin_apart ? 0 : 1));
}

Eigen::ArrayXf on_two_sides(const Eigen::ArrayXXf& sending, const Eigen::ArrayXXf& receiving,
                            const Window& window) {
    Eigen::ArrayXf both(2 * sending.cols());
    both << mean_over(sending, window), mean_over(receiving, window);
    return both;
}

std::map<std::size_t, Outlier> find_outliers_on_two_sides(const Case& subject, const Eigen::ArrayXXf& sending,
                                                          const Eigen::ArrayXXf& receiving,
                                                          int values_of_a_part) {
    const auto values = in_each(windows_of(*subject.survey), [&](const Window& window) {
        return on_two_sides(sending, receiving, window);
    });
    std::vector<OutlierLimit> limits = limits_of(subject);
    for (OutlierLimit& limit : limits) {
        limit.values_of_a_part = values_of_a_part;
        limit.max_degrees_of_freedom = degrees_on_two_sides(subject, sending.cols());
    }
    const auto parts = static_cast<std::size_t>(sending.cols());
    return strongest_by(find_outliers(values, limits),
                        [&](const Outlier& outlier) { return outlier.part % parts; });
}

std::optional<Side> side_of(const Case& subject, const TwoSides& curves, const std::vector<float>& usual,
                            const Window& window) {
    const RunDescription& run = subject.run->description();
    if (is_symmetric(run)) return Side::both;
    const std::vector<Band>& bands = subject.survey->bands;
    const bool constants_are_known = subject.survey->lengths.front() <= longest_short_message;
    if (halves_constants(run) && constants_are_known) {
        for (const LengthRange& messages : {lengths_of(bands.back()), lengths_of(window)}) {
            const Strengths growths{growth(curves.sending, usual, messages),
                                    growth(curves.receiving, usual, messages)};
            if (std::max(growths.sending, growths.receiving) >= subject.floor() / 2) return side_of(growths);
        }
        return std::nullopt;
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

void describe_common(Finding& finding, const Case& subject, const std::vector<float>& curve) {
    const Survey& survey = *subject.survey;
    const TwoSides both{curve, curve};
    const auto affected = affected_lengths(both, curve, Side::both, subject.floor())
                              .value_or(LengthRange{0, survey.lengths.size()});
    finding.from_length_bytes = survey.lengths[affected.first];
    finding.to_length_bytes = survey.lengths[affected.end - 1];
    const double factor = std::exp(largest_mean(curve, affected, 1));
    finding.effect = Effect{factor, {factor, factor}};
    set_extra_time(finding, typical_delays(survey, true), curve, affected);
    for (const float value : curve) finding.evidence.curve.push_back(std::exp(value));
}

std::vector<float> time_steps(const Case& subject, const std::vector<Window>& windows) {
    std::vector<float> steps;
    for (const Window& window : windows) {
        float sum = 0;
        for (std::size_t k = window.first_length; k < window.first_length + window.lengths; ++k) {
            const auto medians = subject.survey->class_medians.row(static_cast<Eigen::Index>(k));
            const double shortest_s =
                medians.isFinite().select(medians, medians.maxCoeff<Eigen::PropagateNumbers>()).minCoeff();
            const double step = std::log1p(subject.time_step_s / shortest_s);
            if (std::isfinite(step)) sum += static_cast<float>(step);
        }
        steps.push_back(sum / static_cast<float>(window.lengths));
    }
    return steps;
}

std::vector<OutlierLimit> limits_of(const Case& subject, const std::vector<Window>& windows) {
    return limits_from(subject.floor(), subject, windows);
}

std::vector<OutlierLimit> limits_of_pairs(const Case& subject, const std::vector<Window>& windows) {
    return limits_from(subject.floor_of_pairs(), subject, windows);
}

std::vector<OutlierLimit> limits_of(const Case& subject) {
    return limits_of(subject, windows_of(*subject.survey));
}

void describe(Finding& finding, const Case& subject, const TwoSides& curves, const Outlier& outlier) {
    const Survey& survey = *subject.survey;
    const bool is_between_hosts = finding.kind == FindingKind::slow_rank
                                      ? survey.machine.host_count() > 1
                                      : finding.kind != FindingKind::slow_memory;
    const std::vector<float> usual = typical_delays(survey, is_between_hosts);
    const Window window = windows_of(survey)[outlier.window];
    const std::optional<Side> side =
        curves.show_direction ? side_of(subject, curves, usual, window) : std::nullopt;
    finding.side = side.value_or(Side::both);
    Curve curve(curves.sending.size());
    for (std::size_t k = 0; k < curve.size(); ++k) {
        curve[k] = finding.side == Side::sender     ? curves.sending[k]
                   : finding.side == Side::receiver ? curves.receiving[k]
                                                    : (curves.sending[k] + curves.receiving[k]) / 2;
    }
    // Of many lengths a single one is weak evidence; of few each counts.
    constexpr std::size_t neighbours = 3;
    const float smallest = std::max(subject.floor(), 2 * outlier.deviation);
    const TwoSides smooth{smoothed(curves.sending), smoothed(curves.receiving)};
    auto affected = survey.lengths.size() == survey.bands.size()
                        ? std::nullopt
                        : affected_lengths(smooth, smoothed(curve), finding.side, smallest);
    const bool shows_when_smoothed = affected.has_value();
    if (!affected) affected = affected_lengths(curves, curve, finding.side, smallest);
    if (!affected) affected = lengths_of(window);
    finding.from_length_bytes = survey.lengths[affected->first];
    finding.to_length_bytes = survey.lengths[affected->end - 1];

    set_effect(finding, largest_mean(curve, *affected, shows_when_smoothed ? neighbours : 1), outlier);
    const Curve shown = shows_when_smoothed ? smoothed(curve) : curve;
    set_extra_time(finding, usual, shown, *affected);
    for (const float value : curve) finding.evidence.curve.push_back(std::exp(value));
    note_rate(finding, subject, usual);
    advise_on_step(finding, subject, usual);
    if (!side) {
        finding.evidence.notes.push_back(
            {"Half a round trip does not show which direction is slow; a single one would be {} times "
             "slower. Measure with network_test --timing synchronized.",
             {format_factor(2 * finding.effect->factor - 1)}});
    }
}

}  // namespace fabricmap::diagnosis
