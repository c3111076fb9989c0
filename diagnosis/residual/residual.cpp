// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/residual.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

float lower_middle(std::vector<float> effects) {
    std::erase_if(effects, [](float effect) { return !std::isfinite(effect); });
    return effects.empty() ? no_value : value_at(effects, (effects.size() - 1) / 2);
}

/// What all hosts have in common is nobody's, nor is what one was seen to add on few paths.
Eigen::ArrayXXf of_hosts(const Eigen::ArrayXXf& of_ranks, const Survey& survey) {
    Eigen::ArrayXXf effects = shared_by_hosts(of_ranks, survey.machine);
    for (const HostIndex host : survey.machine.hosts.indices()) {
        if (!survey.partners.suffice_for(host)) effects.col(host).setConstant(no_value);
    }
    for (Eigen::Index k = 0; k < effects.rows(); ++k) {
        effects.row(k) -= median_of_numbers(Eigen::ArrayXf(effects.row(k).transpose()));
    }
    return effects;
}

/// What is left on a path is a link's where it is not that of one of its ends.
Eigen::ArrayXXf links_of_known_hosts(Eigen::ArrayXXf links, const Survey& survey) {
    for (const HostIndex host : survey.machine.hosts.indices()) {
        if (survey.partners.suffice_for(host)) continue;
        links.row(host).setConstant(no_value);
        links.col(host).setConstant(no_value);
    }
    return links;
}

/// Without links.
Residual residual_of_hosts(const Survey& survey) {
    Residual residual;
    residual.sending = of_hosts(survey.effects.sending, survey);
    residual.receiving = of_hosts(survey.effects.receiving, survey);
    residual.slow_hosts.assign(survey.machine.hosts.size(), false);
    residual.half_slow_hosts = residual.slow_hosts;
    residual.swapped_hosts = residual.slow_hosts;
    residual.intermittent_hosts = residual.slow_hosts;
    return residual;
}

}  // namespace

Eigen::ArrayXXf shared_by_hosts(const Eigen::ArrayXXf& of_ranks, const Machine& machine) {
    Eigen::ArrayXXf effects(of_ranks.rows(), machine.host_count());
    for (Eigen::Index k = 0; k < effects.rows(); ++k) {
        for (const HostIndex host : machine.hosts.indices()) {
            std::vector<float> values;
            for (const RankIndex rank : machine.ranks_of[host]) values.push_back(of_ranks(k, rank));
            effects(k, host) = lower_middle(std::move(values));
        }
    }
    return effects;
}

Residual residual_of(const Survey& survey) {
    Residual residual = residual_of_hosts(survey);
    for (const Band& band : survey.bands) residual.links.push_back(links_of_known_hosts(band.links, survey));
    return residual;
}

Residual take_residual(Survey& survey) {
    Residual residual = residual_of_hosts(survey);
    for (Band& band : survey.bands)
        residual.links.push_back(links_of_known_hosts(std::move(band.links), survey));
    return residual;
}

std::vector<Window> windows_of(const Survey& survey) {
    const auto window = [&](std::size_t first, std::size_t bands) {
        const Band& last = survey.bands[first + bands - 1];
        const std::size_t begin = survey.bands[first].first;
        return Window{first, bands, begin, last.first + last.count - begin};
    };
    std::vector<Window> windows;
    const std::size_t bands = survey.bands.size();
    for (std::size_t band = 0; band < bands; ++band) windows.push_back(window(band, 1));
    if (bands > 2) windows.push_back(window(bands / 2, bands - bands / 2));
    if (bands > 1) windows.push_back(window(0, bands));
    return windows;
}

float median_over(const std::vector<float>& curve, const Window& window) {
    const auto first = curve.begin() + static_cast<std::ptrdiff_t>(window.first_length);
    return median_of_numbers(std::vector<float>(first, first + static_cast<std::ptrdiff_t>(window.lengths)));
}

Eigen::ArrayXf mean_over(const Eigen::ArrayXXf& curves, const Window& window) {
    return curves
        .middleRows(static_cast<Eigen::Index>(window.first_length), static_cast<Eigen::Index>(window.lengths))
        .colwise()
        .mean()
        .transpose();
}

Eigen::ArrayXXf mean_over(const std::vector<Eigen::ArrayXXf>& links, const Survey& survey,
                          const Window& window) {
    Eigen::ArrayXXf sum = Eigen::ArrayXXf::Zero(links.front().rows(), links.front().cols());
    for (std::size_t band = window.first_band; band < window.first_band + window.bands; ++band) {
        sum += links[band] * static_cast<float>(survey.bands[band].count);
    }
    sum /= static_cast<float>(window.lengths);
    return sum;
}

}  // namespace fabricmap::diagnosis
