// SPDX-License-Identifier: Apache-2.0
// What noise the residuals of a fit have, and how alike the bands are.
#include "diagnosis/explanation/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fabricmap::diagnosis {
namespace {

/// Classes of fewer pairs have the noise of all.
constexpr std::size_t min_pairs_of_noise = 30;
constexpr float min_fraction_of_all_noise = 0.7F;
constexpr double min_coherence = 0.05;
constexpr double min_coherence_of_few_hosts = 0.5;
constexpr Eigen::Index few_hosts = 6;
constexpr double max_fraction_fitted = 0.5;

}  // namespace

/// How much of all values what hosts add was fitted to: about as many lie where that is exact.
double Fit::fraction_fitted() const {
    if (hosts() < min_hosts_that_differ) return 0;
    const auto fitted = static_cast<double>(hosts());
    return std::min(max_fraction_fitted, fitted / static_cast<double>(measured_pairs_));
}

/// Of a halved round trip the two directions are one value, and what it is off is in all longer messages:
/// where few pairs are all that there is, they must not count for more.
float Fit::widening_of(std::size_t band) const {
    constexpr float of_longer = 1.3F;
    if (!logs_->halves_empty_messages || hosts() >= few_hosts) return 1;
    return band == 0 ? of_longer * std::numbers::sqrt2_v<float> : of_longer;
}

double Fit::scatter_hidden_by_hosts() const {
    if (hosts() < min_hosts_that_differ) return 1;
    const auto pairs = static_cast<double>(measured_pairs_);
    const auto fitted = std::min(2 * static_cast<double>(hosts()) - 1, max_fraction_fitted * pairs);
    return std::sqrt(pairs / (pairs - fitted));
}

void Fit::fit_noise() {
    constexpr std::size_t max_pairs = 16384;
    const PairList some = thinned(sample_, max_pairs);
    noise_class_of_ = class_of_;
    noise_.resize(static_cast<Eigen::Index>(bands()), classes_);
    const double fitted = fraction_fitted();
    std::vector<float> values;
    for (std::size_t band = 0; band < bands(); ++band) {
        const auto noise_among = [&](const PairList& pairs) {
            values.clear();
            for (const std::uint32_t pair : pairs) values.push_back(residual(band, pair));
            return values.empty() ? 1.0F : std::max(noise_of(values, fitted), logs_->min_noise);
        };
        const float of_all = noise_among(some) * widening_of(band);
        for (std::size_t number = 0; number < class_pairs_.size(); ++number) {
            const PairList& pairs = class_pairs_[number];
            noise_(static_cast<Eigen::Index>(band), static_cast<Eigen::Index>(number)) =
                pairs.size() < min_pairs_of_noise
                    ? of_all
                    : std::max(noise_among(pairs) * widening_of(band), min_fraction_of_all_noise * of_all);
        }
    }
}

/// What causes make slow is above.
void Fit::fit_tail() {
    std::vector<float> lower;
    for (std::size_t band = 0; band < bands(); ++band) {
        for (const std::uint32_t pair : sample_) {
            const float z = deviations(band, pair);
            if (z < 0) lower.push_back(z);
        }
    }
    tail_ = Tail(lower);
}

/// The mean correlation of two bands, of values that are not far off.
void Fit::fit_coherence() {
    constexpr std::size_t max_pairs = 16384;
    if (bands() < 2 || sample_.size() < 2) {
        coherence_ = 1;
        return;
    }
    const PairList pairs = thinned(sample_, max_pairs);
    const auto count = static_cast<Eigen::Index>(pairs.size());
    Eigen::ArrayXXf values(count, static_cast<Eigen::Index>(bands()));
    for (std::size_t band = 0; band < bands(); ++band) {
        for (Eigen::Index row = 0; row < count; ++row) {
            values(row, static_cast<Eigen::Index>(band)) =
                deviations(band, pairs[static_cast<std::size_t>(row)]);
        }
    }
    coherence_ = std::max(min_coherence, mean_correlation(values).value_or(1));
    if (hosts() < few_hosts) coherence_ = std::max(coherence_, min_coherence_of_few_hosts);
}

}  // namespace fabricmap::diagnosis
