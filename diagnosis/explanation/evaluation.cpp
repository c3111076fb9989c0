// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/evaluation.hpp"

#include "diagnosis/explanation/noise.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr double families = 12;
/// What is near and far may be told apart by a time from here on: a logarithm.
constexpr float min_range_for_times = 0.15F;
constexpr std::size_t max_pairs_of_medians = 32768;

/// Residuals and noise of some pairs in a window: bands × pairs.
struct Values {
    Eigen::ArrayXXf residuals;
    Eigen::ArrayXXf noise;

    Values(const Fit& fit, const PairList& pairs, BandRange window) {
        const auto bands = static_cast<Eigen::Index>(window.size());
        residuals.resize(bands, std::ssize(pairs));
        noise.resize(bands, std::ssize(pairs));
        for (Eigen::Index at = 0; at < std::ssize(pairs); ++at) {
            const std::uint32_t pair = pairs[static_cast<std::size_t>(at)];
            for (Eigen::Index row = 0; row < bands; ++row) {
                const std::size_t band = window.first + static_cast<std::size_t>(row);
                residuals(row, at) = fit.residual(band, pair);
                noise(row, at) = fit.noise(band, pair);
            }
        }
    }
};

double misfit_of(const Tail& tail, const Eigen::ArrayXXf& residuals, const Eigen::ArrayXXf& noise) {
    const float degrees = tail.degrees();
    const double logs = ((residuals / noise).square() / degrees + 1).log().cast<double>().sum();
    return logs * static_cast<double>(degrees + 1) / 2;
}

float median_of_all(const Eigen::ArrayXXf& values) {
    return median_of(std::vector<float>(values.reshaped().begin(), values.reshaped().end()));
}

Eigen::ArrayXf medians_of_bands(const Eigen::ArrayXXf& values) {
    Eigen::ArrayXf medians(values.rows());
    for (Eigen::Index row = 0; row < values.rows(); ++row)
        medians(row) = median_of(std::vector<float>(values.row(row).begin(), values.row(row).end()));
    return medians;
}

/// Such that values of half of the weight are below.
float weighted_median(const Eigen::ArrayXXf& values, const Eigen::ArrayXXf& weights) {
    std::vector<std::pair<float, float>> sorted;
    sorted.reserve(static_cast<std::size_t>(values.size()));
    for (Eigen::Index at = 0; at < values.size(); ++at)
        sorted.emplace_back(values.reshaped()(at), weights.reshaped()(at));
    std::sort(sorted.begin(), sorted.end());
    const double half = static_cast<double>(weights.cast<double>().sum()) / 2;
    double sum = 0;
    for (const auto& [value, weight] : sorted) {
        sum += static_cast<double>(weight);
        if (sum >= half) return value;
    }
    return sorted.empty() ? 0 : sorted.back().first;
}

/// Puts numbers of a window at their bands.
std::vector<float> over_bands(const Fit& fit, BandRange window, const Eigen::ArrayXf& values) {
    std::vector<float> all(fit.bands(), 0.0F);
    for (std::size_t band = window.first; band < window.end; ++band)
        all[band] = values(static_cast<Eigen::Index>(band - window.first));
    return all;
}

/// Of one parameter among so many values, and of one a band.
struct ParameterCost {
    double constant = 0;
    double varying = 0;

    ParameterCost(std::size_t pairs, std::size_t bands, double weight) {
        const auto n = static_cast<double>(pairs);
        const auto w = static_cast<double>(bands);
        constant = std::log(std::max(2.0, n * w * weight)) / 2;
        varying = constant * w * std::min(1.0, weight + 0.5);
    }
};

/// A part's pairs in a window. Where there are very many, medians are those of some.
struct PartValues {
    Values values;
    PairList some_pairs;
    std::optional<Values> some_values;
    double misfit = 0;  ///< of all values, without the cause

    PartValues(const Fit& fit, const Cause& draft)
        : values(fit, draft.pairs, draft.window),
          some_pairs(thinned(draft.pairs, max_pairs_of_medians)),
          misfit(misfit_of(fit.tail(), values.residuals, values.noise)) {
        if (some_pairs.size() < draft.pairs.size()) some_values.emplace(fit, some_pairs, draft.window);
    }
    [[nodiscard]] const Values& some() const { return some_values ? *some_values : values; }
};

/// As a factor: one for all bands, or one for each.
void take_factors(const Fit& fit, Cause& cause, const PartValues& part, double cost) {
    const auto bands = static_cast<Eigen::Index>(cause.window.size());
    const double weight = fit.weight_of(cause.window.size());
    const ParameterCost parameters(cause.pairs.size(), cause.window.size(), weight);
    bool is_first = true;
    for (const bool varies : {false, true}) {
        if (varies && bands == 1) continue;
        const Eigen::ArrayXXf& residuals = part.some().residuals;
        const Eigen::ArrayXf effect =
            varies ? medians_of_bands(residuals) : Eigen::ArrayXf::Constant(bands, median_of_all(residuals));
        const double after =
            misfit_of(fit.tail(), part.values.residuals.colwise() - effect, part.values.noise);
        const double gain = weight * (part.misfit - after);
        const double whole_cost = cost + (varies ? parameters.varying : parameters.constant);
        if (!is_first && gain - whole_cost <= cause.net()) continue;
        is_first = false;
        cause.gain = gain;
        cause.cost = whole_cost;
        cause.varies = varies;
        cause.effect = over_bands(fit, cause.window, effect);
    }
}

/// Delays that are expected of the pairs, in seconds: bands × pairs.
Eigen::ArrayXXf expected_delays(const Fit& fit, const PairList& pairs, BandRange window) {
    Eigen::ArrayXXf delays(static_cast<Eigen::Index>(window.size()), std::ssize(pairs));
    for (Eigen::Index at = 0; at < delays.cols(); ++at) {
        for (Eigen::Index row = 0; row < delays.rows(); ++row) {
            delays(row, at) = fit.expected(window.first + static_cast<std::size_t>(row),
                                           pairs[static_cast<std::size_t>(at)]);
        }
    }
    return delays.exp();
}

float upper_fifth_of(std::vector<float> values) {
    return values.empty() ? 0 : value_at(values, values.size() * 4 / 5);
}

/// What each message of the pairs takes longer, in seconds, of each band: far pairs hardly show it, and must
/// not vote on it.
Eigen::ArrayXf added_time(const Fit& fit, const PartValues& part, BandRange window, bool is_constant) {
    const Values& some = part.some();
    const Eigen::ArrayXXf delays = expected_delays(fit, part.some_pairs, window);
    const Eigen::ArrayXXf times = (some.residuals.exp() - 1) * delays;
    const Eigen::ArrayXXf weights = 1 / (some.noise * delays);
    Eigen::ArrayXf added(times.rows());
    if (is_constant) {
        added.setConstant(weighted_median(times, weights));
    } else {
        for (Eigen::Index row = 0; row < times.rows(); ++row)
            added(row) = weighted_median(times.row(row), weights.row(row));
    }
    return added.max(0.0F);
}

/// What a time adds to the middle pair; where that is next to nothing, to those that are near.
Eigen::ArrayXf typical_effects(const Fit& fit, const Eigen::ArrayXXf& effects) {
    Eigen::ArrayXf typical = medians_of_bands(effects);
    if (typical.maxCoeff() >= fit.min_effect()) return typical;
    for (Eigen::Index row = 0; row < effects.rows(); ++row)
        typical(row) = upper_fifth_of({effects.row(row).begin(), effects.row(row).end()});
    return typical;
}

/// As a time, where that explains clearly more.
void take_times(const Fit& fit, Cause& cause, const PartValues& part, double cost) {
    const Eigen::ArrayXXf delays = expected_delays(fit, cause.pairs, cause.window);
    const Eigen::ArrayXf shortest = delays.row(0);
    if (std::log(shortest.maxCoeff() / shortest.minCoeff()) <= min_range_for_times) return;
    const double weight = fit.weight_of(cause.window.size());
    const ParameterCost parameters(cause.pairs.size(), cause.window.size(), weight);
    constexpr double clearly_more = 3;
    for (const bool is_constant : {true, false}) {
        const Eigen::ArrayXf added = added_time(fit, part, cause.window, is_constant);
        const Eigen::ArrayXXf effects = (delays.inverse().colwise() * added).log1p();
        const double after = misfit_of(fit.tail(), part.values.residuals - effects, part.values.noise);
        const double gain = weight * (part.misfit - after);
        const double whole_cost = cost + (is_constant ? parameters.constant : parameters.varying);
        if (gain - whole_cost <= cause.net() + clearly_more) continue;
        const Eigen::ArrayXf typical = typical_effects(fit, effects);
        cause.gain = gain;
        cause.cost = whole_cost;
        cause.effect = over_bands(fit, cause.window, typical);
        cause.added_s = over_bands(fit, cause.window, added);
        cause.time_is_constant = is_constant;
    }
}

/// As a factor or as a time.
void take_best(const Fit& fit, Cause& cause, double cost) {
    const PartValues part(fit, cause);
    take_factors(fit, cause, part, cost);
    const bool may_add_time = cause.kind == CauseKind::host || cause.kind == CauseKind::uplink ||
                              cause.kind == CauseKind::leaf || cause.kind == CauseKind::inside_leaf;
    if (may_add_time && cause.pairs.size() >= 2) take_times(fit, cause, part, cost);
}

/// How much slower pairs are that sit farther away: by the largest step between two classes, which a host may
/// be taken to be nearer; of a pair both hosts may. A logarithm.
float farther_by(const Fit& fit, const Cause& cause, std::size_t band) {
    const auto centres = fit.class_centres().row(static_cast<Eigen::Index>(band));
    const float step = largest_gap({centres.begin(), centres.end()});
    if (cause.kind != CauseKind::link) return step;
    return std::max(step, centres.maxCoeff() - centres(fit.class_of(cause.pairs.front())));
}

/// Whether a part of a sample adds no more than if hosts sat farther away than their few pairs show.
bool may_sit_farther(const Fit& fit, const Cause& cause) {
    if (!fit.is_sampled()) return false;
    for (std::size_t band = 0; band < fit.bands(); ++band) {
        if (cause.effect[band] > farther_by(fit, cause, band) + fit.min_effect()) return false;
    }
    return true;
}

/// Whether it is as large as anyone would mind: of hosts and groups with what they are taken to differ by.
bool is_worth_naming(const Fit& fit, const Cause& cause) {
    if (may_sit_farther(fit, cause)) return false;
    const float largest = cause.largest_effect();
    if (cause.kind == CauseKind::link) return largest >= fit.min_effect_of_pairs();
    if (largest < fit.min_effect_of_cause()) return false;
    float most = 0;
    for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
        double sum = 0;
        for (const std::uint32_t pair : cause.pairs)
            sum += static_cast<double>(fit.residual_of_class(band, pair) - fit.residual(band, pair));
        most = std::max(most, static_cast<float>(std::abs(sum) / static_cast<double>(cause.pairs.size())));
    }
    return largest + most >= fit.min_effect();
}

/// Neighbouring bands that are plainly slow too: where bands are alike, one more hardly gains.
void extend_window(const Fit& fit, Cause& cause) {
    constexpr float min_effect = 0.02F;
    constexpr double min_gain = 6;
    const BandRange before = cause.window;
    BandRange& window = cause.window;
    const auto take = [&](std::size_t band) {
        const Values values(fit, cause.pairs, {band, band + 1});
        const float effect = median_of_all(values.residuals);
        const double gain =
            fit.weight_of(fit.bands()) * (misfit_of(fit.tail(), values.residuals, values.noise) -
                                          misfit_of(fit.tail(), values.residuals - effect, values.noise));
        if (effect <= min_effect || gain <= min_gain) return false;
        cause.effect[band] = effect;
        cause.varies = true;
        cause.cost += 1;
        window = {std::min(window.first, band), std::max(window.end, band + 1)};
        return true;
    };
    bool grows = true;
    while (grows) {
        grows = window.first > 0 && take(window.first - 1);
        if (!grows) grows = window.end < fit.bands() && take(window.end);
    }
    if (window == before) return;
    const Values values(fit, cause.pairs, window);
    const Eigen::Map<const Eigen::ArrayXf> effect(cause.effect.data() + window.first,
                                                  static_cast<Eigen::Index>(window.size()));
    cause.gain =
        std::max(0.0, fit.weight_of(window.size()) *
                          (misfit_of(fit.tail(), values.residuals, values.noise) -
                           misfit_of(fit.tail(), values.residuals.colwise() - effect, values.noise)));
}

/// Nats that the cause's leak gains on the pairs the other way.
double gain_of_leak(const Fit& fit, const Cause& cause) {
    double gain = 0;
    for (const std::uint32_t pair : cause.leaked) {
        for (std::size_t band = 0; band < fit.bands(); ++band) {
            const float left = fit.residual(band, pair) - fit.leak_on(cause, band, pair);
            gain += static_cast<double>(fit.tail().misfit(fit.deviations(band, pair)) -
                                        fit.tail().misfit(left / fit.noise(band, pair)));
        }
    }
    return fit.weight_of(fit.bands()) * gain;
}

/// What one side adds to an empty message shows on the other side alike, without a parameter: a part of each
/// pair's, or the same time; where neither does, the run was timed otherwise.
void take_leak(const Fit& fit, Cause& cause) {
    if (!fit.halves_empty_messages() || cause.side == Side::both || cause.effect.front() <= 0) return;
    std::vector<float> delays;
    std::vector<bool> is_slow(static_cast<std::size_t>(fit.hosts() * fit.hosts()));
    for (const std::uint32_t pair : cause.pairs) {
        is_slow[pair] = true;
        delays.push_back(fit.expected(0, pair));
    }
    cause.leaked.clear();
    for (const std::uint32_t pair : cause.pairs) {
        const std::uint32_t back = fit.pair(fit.receiver_of(pair), fit.sender_of(pair));
        if (!is_slow[back] && fit.is_measured(back)) cause.leaked.push_back(back);
    }
    constexpr float max_effect = 3;
    const float ratio = std::expm1(std::min(max_effect, cause.effect.front()));
    Leak best;
    double most = 0;
    for (const Leak& leak : {Leak{ratio, 0}, Leak{0, ratio * std::exp(median_of(delays))}}) {
        cause.leak = leak;
        const double gain = gain_of_leak(fit, cause);
        if (gain <= most) continue;
        most = gain;
        best = leak;
    }
    cause.leak = best;
    cause.gain += most;
    if (most == 0) cause.leaked.clear();
}

/// Whether the same part, a group with or without its inside, was named twice for these lengths: it is known.
bool is_known_already(const Fit& fit, const Cause& draft) {
    return std::count_if(fit.causes().begin(), fit.causes().end(), [&](const Cause& known) {
               const bool is_alike = draft.crosses_border()
                                         ? known.crosses_border() && known.window.overlaps(draft.window)
                                         : known.kind == draft.kind && known.window == draft.window;
               return is_alike && known.side == draft.side && is_same_part(known, draft) && known.is_plain();
           }) >= 2;
}

}  // namespace

std::vector<BandRange> windows_of(const Fit& fit) {
    std::vector<BandRange> windows;
    for (std::size_t first = 0; first < fit.bands(); ++first) {
        for (std::size_t end = first + 1; end <= fit.bands(); ++end) windows.push_back({first, end});
    }
    return windows;
}

double naming_cost(const Fit& fit) {
    const auto bands = static_cast<double>(fit.bands());
    return std::log(families) + std::log(bands * (bands + 1) / 2);
}

double choice_cost(double choices) {
    return std::log(std::max(1.0, choices));
}

std::size_t count_chosen(const std::vector<bool>& chosen) {
    return static_cast<std::size_t>(std::count(chosen.begin(), chosen.end(), true));
}

double divergence(double n, double fraction, double other) {
    if (fraction <= other) return 0;
    return n *
           (fraction * std::log(fraction / other) + (1 - fraction) * std::log((1 - fraction) / (1 - other)));
}

std::optional<Cause> evaluate(const Fit& fit, Cause draft, double cost) {
    std::erase_if(draft.pairs, [&](std::uint32_t pair) { return !fit.is_measured(pair); });
    if (draft.pairs.empty()) return std::nullopt;
    fit.look();
    if (is_known_already(fit, draft)) return std::nullopt;
    if (draft.pairs.size() > max_pairs_of_medians) {
        Cause of_some = draft;
        of_some.pairs = thinned(draft.pairs, max_pairs_of_medians);
        take_best(fit, of_some, cost);
        if (!is_worth_naming(fit, of_some)) return std::nullopt;
    }
    take_best(fit, draft, cost);
    if (!is_worth_naming(fit, draft)) return std::nullopt;
    if (!draft.added_s.empty()) return draft;
    extend_window(fit, draft);
    take_leak(fit, draft);
    return draft;
}

}  // namespace fabricmap::diagnosis
