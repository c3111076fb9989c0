// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/unexplained.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_ranks = 4;  // of a host

/// What a rank adds is its own, unless its host is one half of whose pairs are slow.
float own_effect(float effect, const Residual& residual, HostIndex host) {
    return residual.half_slow_hosts[host] ? 0 : effect;
}

std::span<const RankIndex> some_ranks(const Machine& machine, HostIndex host) {
    const std::vector<RankIndex>& ranks = machine.ranks_of[host];
    return {ranks.data(), std::min(max_ranks, ranks.size())};
}

/// Medians of values that are gathered a band and host at a time.
class Gathered {
  public:
    explicit Gathered(const Survey& survey) : survey_(&survey) {
        for (const Band& band : survey.bands) {
            band_of_.insert(band_of_.end(), band.count, values_.size());
            values_.emplace_back(survey.machine.hosts.size());
        }
    }

    void add(Eigen::Index length, HostIndex host, float value) {
        values_[band_of_[length]][host].push_back(value);
    }

    [[nodiscard]] std::vector<Eigen::ArrayXXf> medians() const {
        std::vector<Eigen::ArrayXXf> all;
        for (const auto& of_hosts : values_) {
            Eigen::ArrayXf medians(survey_->machine.host_count());
            std::transform(of_hosts.begin(), of_hosts.end(), medians.begin(),
                           [](const std::vector<float>& values) { return median_of_numbers(values); });
            all.emplace_back(medians);
        }
        return all;
    }

  private:
    const Survey* survey_;
    List<std::size_t> band_of_;                        ///< of each length
    std::vector<PerHost<std::vector<float>>> values_;  ///< of each band
};

}  // namespace

float Unexplained::of(Eigen::Index length, RankIndex sender, RankIndex receiver, double delay_s) {
    const Survey& survey = *survey_;
    const HostIndex from = survey.machine.host_of[sender];
    const HostIndex to = survey.machine.host_of[receiver];
    const std::uint8_t number = survey.classes.of(sender, receiver);
    const float sending = own_effect(survey.effects.sending(length, sender), *residual_, from);
    const float receiving = own_effect(survey.effects.receiving(length, receiver), *residual_, to);
    const double expected = std::log(survey.class_medians(length, number)) + sending + receiving;
    const auto left = static_cast<float>(std::log(delay_s) - expected);
    return beyond_explained(beyond_explained(left, times_.of(from).beyond(length, number, sending)),
                            times_.of(to).beyond(length, number, receiving));
}

HostPaths paths_of_host(const Case& subject, const Residual& residual, HostIndex host) {
    const Survey& survey = *subject.survey;
    Unexplained unexplained(survey, residual);
    Gathered sent(survey);
    Gathered received(survey);
    for (const RankIndex rank : some_ranks(survey.machine, host)) {
        const Matrix row = subject.stack->row(rank);
        const Matrix column = subject.stack->column(rank);
        for (const HostIndex other : survey.machine.hosts.indices()) {
            if (other == host) continue;
            for (const RankIndex partner : some_ranks(survey.machine, other)) {
                for (Eigen::Index k = 0; k < row.rows(); ++k) {
                    sent.add(k, other, unexplained.of(k, rank, partner, row(k, partner)));
                    received.add(k, other, unexplained.of(k, partner, rank, column(k, partner)));
                }
            }
        }
    }
    return {sent.medians(), received.medians()};
}

void keep_unexplained(const Survey& survey, Residual& residual, HostIndex host, const HostPaths& paths) {
    for (std::size_t band = 0; band < survey.bands.size(); ++band) {
        const auto cut = [limit = survey.bands[band].cut](float value) {
            return std::isnan(value) ? value : std::clamp(value, -limit, limit);
        };
        residual.links[band].row(host) = paths.sent[band].unaryExpr(cut).transpose();
        residual.links[band].col(host) = paths.received[band].unaryExpr(cut);
    }
}

}  // namespace fabricmap::diagnosis
