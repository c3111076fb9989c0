// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/link_evidence.hpp"

#include "diagnosis/explanation/noise.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_population = 16384;
/// Of fewer links neither their spread nor its tails are known.
constexpr std::size_t min_population = 200;
constexpr float medium_degrees = 10;
constexpr float light_degrees = 30;

/// How far the tails lie beyond what the middle half says, as a ratio to those of a normal distribution. Few
/// faults make no tail of a hundredth.
float weight_of_tails(const std::vector<float>& sorted) {
    constexpr double low = 0.002;
    constexpr double high = 0.99;
    constexpr float normal_low = 2.88F;
    constexpr float normal_high = 2.33F;
    constexpr float normal_quartiles = 1.349F;
    const auto at = [&](double fraction) {
        return sorted[static_cast<std::size_t>(fraction * static_cast<double>(sorted.size() - 1))];
    };
    const float deviation = std::max(1e-6F, (at(0.75) - at(0.25)) / normal_quartiles);
    return std::max((at(0.5) - at(low)) / normal_low, (at(high) - at(0.5)) / normal_high) / deviation;
}

float degrees_of(const std::vector<float>& sorted) {
    constexpr float light = 1.15F;
    constexpr float medium = 1.35F;
    const float weight = weight_of_tails(sorted);
    if (weight > medium) return Tail().degrees();
    return weight > light ? medium_degrees : light_degrees;
}

}  // namespace

void LinkEvidence::read(BandRange window, const PairList& pairs, const std::vector<float>& added) {
    values_.clear();
    for (const std::uint32_t pair : pairs) {
        for (std::size_t band = window.first; band < window.end; ++band)
            values_.push_back((fit_->residual(band, pair) + added[band]) / fit_->noise(band, pair));
    }
}

float LinkEvidence::mean() const {
    return std::accumulate(values_.begin(), values_.end(), 0.0F) / static_cast<float>(values_.size());
}

float LinkEvidence::cautious_mean() {
    const float most = 2 * value_at(values_, (values_.size() - 1) / 2);
    for (float& value : values_) value = std::min(value, most);
    return mean();
}

const LinkEvidence::Population& LinkEvidence::population(BandRange window, bool both_ways) {
    const auto [known, is_new] = populations_.try_emplace({{window.first, window.end}, both_ways});
    if (!is_new) return known->second;
    const PairList& sample = fit_->sample();
    const std::size_t stride = std::max<std::size_t>(1, sample.size() / max_population);
    const std::vector<float> nothing(fit_->bands(), 0.0F);
    std::vector<float> means;
    for (std::size_t at = 0; at < sample.size(); at += stride) {
        PairList pairs{sample[at]};
        const std::uint32_t back = fit_->pair(fit_->receiver_of(sample[at]), fit_->sender_of(sample[at]));
        if (both_ways && (back < sample[at] || !fit_->is_measured(back))) continue;
        if (both_ways) pairs.push_back(back);
        read(window, pairs, nothing);
        means.push_back(mean());
    }
    if (means.size() < min_population) return known->second;
    known->second = {spread_of(means).centre, noise_of(means), degrees_of(means)};
    return known->second;
}

double LinkEvidence::gain_of(const Cause& link, Is is) {
    // What links differ by does not show where the same number stands for many.
    if (link.kind != CauseKind::link || link.pairs.size() * link.window.size() < 2 || fit_->is_clustered())
        return 0;
    const Population& others = population(link.window, link.side == Side::both);
    const std::vector<float> added = is == Is::added ? link.effect : std::vector<float>(fit_->bands(), 0.0F);
    read(link.window, link.pairs, added);
    if (others.degrees <= 0) return 0;
    const float z = (cautious_mean() - others.centre) / others.deviation;
    return z <= 0 ? 0 : static_cast<double>((others.degrees + 1) / 2 * std::log1p(z * z / others.degrees));
}

}  // namespace fabricmap::diagnosis
