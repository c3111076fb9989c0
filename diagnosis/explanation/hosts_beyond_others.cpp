// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/hosts_beyond_others.hpp"

#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts_beside = 5;
constexpr double sorts_of_parts = 12;
constexpr double min_net_of_a_host = 3;
constexpr double min_coherence_of_bands = 0.1;

/// Each band's values as deviations from the bulk of hosts; 0 where there is none.
struct HostDeviations {
    Eigen::ArrayXXf z;
    Eigen::ArrayXf centres;
    Eigen::ArrayXf deviations;
};

/// Of few values the shortest interval may be short by chance.
float deviation_of_middle(const std::vector<float>& values, float centre) {
    std::vector<float> off;
    off.reserve(values.size());
    for (const float value : values) off.push_back(std::abs(value - centre));
    return static_cast<float>(deviations_of_a_median) * median_of(off);
}

std::optional<HostDeviations> deviations_of(const Eigen::ArrayXXf& values, const std::vector<float>& steps) {
    HostDeviations result{Eigen::ArrayXXf::Zero(values.rows(), values.cols()),
                          Eigen::ArrayXf::Zero(values.rows()), Eigen::ArrayXf::Zero(values.rows())};
    for (Eigen::Index band = 0; band < values.rows(); ++band) {
        std::vector<float> known = numbers_of(values.row(band));
        if (known.size() <= min_hosts_beside) return std::nullopt;
        std::vector<float> sorted = known;
        result.centres(band) = spread_of(sorted).centre;
        result.deviations(band) =
            std::max({noise_of(known), deviation_of_middle(sorted, result.centres(band)),
                      steps[static_cast<std::size_t>(band)] / 2});
        const Eigen::ArrayXf z = (values.row(band) - result.centres(band)) / result.deviations(band);
        result.z.row(band) = z.isFinite().select(z, 0.0F).transpose();
    }
    return result;
}

/// Neighbouring bands that are plainly slow too: where bands are alike, one more hardly gains.
void extend(std::vector<float>& effect, const HostDeviations& others, const Eigen::ArrayXf& values,
            const Eigen::ArrayXf& z) {
    constexpr float plainly = 3;
    const auto bands = std::ssize(effect);
    const auto take = [&](std::ptrdiff_t band, std::ptrdiff_t neighbour) {
        const auto at = static_cast<std::size_t>(band);
        if (effect[at] == 0 && effect[static_cast<std::size_t>(neighbour)] > 0 && z(band) > plainly)
            effect[at] = values(band) - others.centres(band);
    };
    for (std::ptrdiff_t band = 1; band < bands; ++band) take(band, band - 1);
    for (std::ptrdiff_t band = bands - 2; band >= 0; --band) take(band, band + 1);
}

}  // namespace

std::vector<HostBeyondOthers> hosts_beyond_others(const Eigen::ArrayXXf& values,
                                                  const std::vector<float>& steps, double choices,
                                                  float floor) {
    const std::optional<HostDeviations> others = deviations_of(values, steps);
    if (!others) return {};
    const auto bands = static_cast<double>(values.rows());
    const double coherence =
        std::clamp(mean_correlation(others->z.transpose()).value_or(1), min_coherence_of_bands, 1.0);
    const double naming = std::log(sorts_of_parts) + std::log(bands * (bands + 1) / 2) +
                          std::log(choices * static_cast<double>(values.cols()));
    std::vector<HostBeyondOthers> found;
    for (Eigen::Index host = 0; host < values.cols(); ++host) {
        HostBeyondOthers best{static_cast<std::size_t>(host), {}, 0, 0};
        for (Eigen::Index first = 0; first < values.rows(); ++first) {
            double sum = 0;
            for (Eigen::Index band = first; band < values.rows() && others->z(band, host) > 0; ++band) {
                sum += static_cast<double>(Tail().misfit(others->z(band, host)));
                const auto size = static_cast<double>(band - first + 1);
                const double net = sum / (1 + (size - 1) * coherence) - naming - std::log(2.0) / 2 * size;
                if (net <= std::max(best.net, min_net_of_a_host)) continue;
                best.net = net;
                best.effect.assign(static_cast<std::size_t>(values.rows()), 0.0F);
                for (Eigen::Index at = first; at <= band; ++at)
                    best.effect[static_cast<std::size_t>(at)] = values(at, host) - others->centres(at);
            }
        }
        if (best.effect.empty()) continue;
        extend(best.effect, *others, values.col(host), others->z.col(host));
        const auto largest = std::max_element(best.effect.begin(), best.effect.end());
        const auto band = largest - best.effect.begin();
        best.deviation = others->deviations(band);
        if (*largest >= std::max(floor, 1.5F * steps[static_cast<std::size_t>(band)]))
            found.push_back(std::move(best));
    }
    return found;
}

std::vector<std::size_t> lengths_of_bands(const HostLogs& logs) {
    std::vector<std::size_t> lengths;
    lengths.reserve(logs.bands.size());
    for (const LogBand& band : logs.bands) lengths.push_back(band.first_length + band.lengths / 2);
    return lengths;
}

std::vector<float> clock_steps(const Case& subject, const std::vector<std::size_t>& lengths,
                               bool between_hosts) {
    const std::vector<float> typical = typical_delays(*subject.survey, between_hosts);
    std::vector<float> steps;
    for (const std::size_t k : lengths) {
        const double step = std::log1p(subject.time_step_s / static_cast<double>(typical[k]));
        steps.push_back(std::isfinite(step) ? static_cast<float>(step) : 0);
    }
    return steps;
}

Outlier as_outlier(const HostBeyondOthers& beyond, const Survey& survey) {
    Outlier outlier;
    outlier.window = windows_of(survey).size() - 1;
    outlier.effect = *std::max_element(beyond.effect.begin(), beyond.effect.end());
    outlier.deviation = beyond.deviation;
    outlier.z = static_cast<double>(outlier.effect / beyond.deviation);
    outlier.chance = std::min(1.0, std::exp(-beyond.net));
    return outlier;
}

}  // namespace fabricmap::diagnosis
