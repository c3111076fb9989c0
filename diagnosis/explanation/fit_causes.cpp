// SPDX-License-Identifier: Apache-2.0
// What the causes of a fit add.
#include "diagnosis/explanation/fit.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {

/// What the middle pair between two hosts of an uplink has: that is not the uplink's.
float Fit::inside_of(const Cause& uplink, std::size_t band) const {
    std::vector<float> values;
    for (const HostIndex from : uplink.hosts) {
        for (const HostIndex to : uplink.hosts) {
            if (is_measured(pair(from, to))) values.push_back(residual_of_class(band, pair(from, to)));
        }
    }
    return values.empty() ? 0 : median_of(values);
}

/// What its hosts were taken to differ by in common is the cause's, once there is one.
void Fit::give_to(const Cause& cause) {
    const bool is_uplink = cause.kind == CauseKind::uplink;
    if (!is_uplink && cause.kind != CauseKind::host && cause.kind != CauseKind::leaf) return;
    for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
        const auto row = static_cast<Eigen::Index>(band);
        const float sent = sending_(row, cause.hosts).mean();
        const float received = receiving_(row, cause.hosts).mean();
        const float own = is_uplink ? inside_of(cause, band) : 0;
        if (cause.side == Side::both) {
            sending_(row, cause.hosts) -= sent - own / 2;
            receiving_(row, cause.hosts) -= received - own / 2;
        } else if (cause.side == Side::sender) {
            sending_(row, cause.hosts) -= is_uplink ? sent + received - own : sent;
        } else {
            receiving_(row, cause.hosts) -= is_uplink ? sent + received - own : received;
        }
    }
}

/// What each class of its pairs has beyond the effect that they have in common, where there are enough to
/// tell: a time is a larger part of short delays, and what is halved between the two directions is so, too.
void Fit::fit_classes_of(Cause& cause, const Cause& before) {
    constexpr std::size_t min_pairs = 4;
    constexpr float certain = 5;
    constexpr float max_fraction = 0.5F;
    constexpr std::size_t max_pairs = 8192;
    const bool is_a_part =
        cause.kind == CauseKind::host || cause.kind == CauseKind::uplink || cause.kind == CauseKind::leaf;
    if (!is_a_part || !cause.is_plain()) return;
    cause.of_classes.setZero(static_cast<Eigen::Index>(bands()), classes_);
    const PairList some = thinned(cause.pairs, max_pairs);
    std::vector<std::vector<float>> beyond(static_cast<std::size_t>(classes_));
    for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
        for (auto& values : beyond) values.clear();
        float noise_of_some = 0;
        for (const std::uint32_t pair : some) {
            beyond[class_of(pair)].push_back(residual(band, pair) + effect_on(before, band, pair) -
                                             effect_on(cause, band, pair));
            noise_of_some = std::max(noise_of_some, noise_.size() > 0 ? noise(band, pair) : 0.0F);
        }
        for (std::size_t number = 0; number < beyond.size(); ++number) {
            if (beyond[number].size() < min_pairs) continue;
            const float middle = median_of(beyond[number]);
            const float limit = max_fraction * std::abs(cause.effect[band]);
            const float needed =
                certain * noise_of_some / std::sqrt(static_cast<float>(beyond[number].size()));
            if (std::abs(middle) < needed) continue;
            cause.of_classes(static_cast<Eigen::Index>(band), static_cast<Eigen::Index>(number)) =
                std::clamp(middle, -limit, limit);
        }
    }
}

void Fit::fit_causes() {
    std::vector<float> values;
    for (Cause& cause : causes_) {
        if (cause.pairs.size() <= 3 || cause.is_kind() || !cause.values.empty()) continue;
        const Cause before = cause;
        // Of each class anew.
        cause.of_classes.resize(0, 0);
        if (!cause.added_s.empty()) {
            fit_classes_of(cause, before);
            continue;
        }
        give_to(cause);
        std::vector<float> all;
        for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
            values.clear();
            for (const std::uint32_t pair : cause.pairs)
                values.push_back(residual(band, pair) + effect_on(before, band, pair));
            if (cause.varies) {
                cause.effect[band] = median_of(values);
            } else {
                all.insert(all.end(), values.begin(), values.end());
            }
        }
        if (!cause.varies) {
            const float middle = median_of(all);
            for (std::size_t band = cause.window.first; band < cause.window.end; ++band)
                cause.effect[band] = middle;
        }
        fit_classes_of(cause, before);
    }
}

}  // namespace fabricmap::diagnosis
