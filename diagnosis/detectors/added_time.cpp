// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/added_time.hpp"

#include "diagnosis/statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

std::uint8_t class_between(const Survey& survey, std::size_t from, std::size_t to) {
    return survey.classes.of(survey.machine.ranks_of[from].front(), survey.machine.ranks_of[to].front());
}

/// The median of the classes' delays, each counted once a way; NaN where none was measured.
float middle_delay(const Eigen::ArrayXf& delays_s, const std::vector<std::size_t>& ways) {
    std::vector<std::pair<float, std::size_t>> measured;
    std::size_t all = 0;
    for (std::size_t number = 0; number < ways.size(); ++number) {
        const float delay_s = delays_s(static_cast<Eigen::Index>(number));
        if (ways[number] == 0 || !std::isfinite(delay_s)) continue;
        measured.emplace_back(delay_s, ways[number]);
        all += ways[number];
    }
    std::sort(measured.begin(), measured.end());
    std::size_t passed = 0;
    for (const auto& [delay_s, count] : measured) {
        passed += count;
        if (2 * passed >= all) return delay_s;
    }
    return no_value;
}

/// Of a band: the mean over its lengths of what a way lies off for the time that the side adds.
float by_time(const AddedTime& added, const Band& band, std::uint8_t pair_class,
              const Eigen::ArrayXXf& effects, std::size_t host) {
    float sum = 0;
    for (std::size_t k = band.first; k < band.first + band.count; ++k) {
        const auto length = static_cast<Eigen::Index>(k);
        sum += added.beyond(length, pair_class, effects(length, static_cast<Eigen::Index>(host)));
    }
    return sum / static_cast<float>(band.count);
}

}  // namespace

AddedTime::AddedTime(const Survey& survey, std::size_t host) : survey_(&survey) {
    std::vector<std::size_t> ways(survey.classes.all.size());
    for (std::size_t other = 0; other < survey.machine.hosts.size(); ++other) {
        if (other != host) ++ways[class_between(survey, host, other)];
    }
    for (Eigen::Index k = 0; k < survey.class_medians.rows(); ++k) {
        middle_s_.push_back(middle_delay(survey.class_medians.row(k), ways));
    }
}

float AddedTime::beyond(Eigen::Index length, std::uint8_t pair_class, float effect) const {
    if (!(effect > 0)) return 0;
    const float added_s = middle_s_[static_cast<std::size_t>(length)] * std::expm1(effect);
    const float off = std::log1p(added_s / survey_->class_medians(length, pair_class)) - effect;
    return std::isfinite(off) ? off : 0;
}

float beyond_explained(float left, float by_time) {
    return left - std::clamp(left, std::min(0.0F, by_time), std::max(0.0F, by_time));
}

void take_out_added_time(const Survey& survey, Residue& residue, std::size_t host) {
    const AddedTime added(survey, host);
    const auto row = static_cast<Eigen::Index>(host);
    for (std::size_t band = 0; band < survey.bands.size(); ++band) {
        Eigen::ArrayXXf& links = residue.links[band];
        std::vector<float> sent(survey.classes.all.size());
        std::vector<float> received(survey.classes.all.size());
        for (std::size_t number = 0; number < sent.size(); ++number) {
            const auto pair_class = static_cast<std::uint8_t>(number);
            sent[number] = by_time(added, survey.bands[band], pair_class, residue.sending, host);
            received[number] = by_time(added, survey.bands[band], pair_class, residue.receiving, host);
        }
        for (std::size_t other = 0; other < survey.machine.hosts.size(); ++other) {
            if (other == host) continue;
            const std::uint8_t number = class_between(survey, host, other);
            const auto column = static_cast<Eigen::Index>(other);
            links(row, column) = beyond_explained(links(row, column), sent[number]);
            links(column, row) = beyond_explained(links(column, row), received[number]);
        }
    }
}

}  // namespace fabricmap::diagnosis
