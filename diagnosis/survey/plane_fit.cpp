// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/plane_fit.hpp"

#include "diagnosis/statistics/robust.hpp"

#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr int sweeps = 3;

/// The median of the numbers; NaN where there is none. Reorders them.
float middle(std::vector<float>& numbers) {
    return numbers.empty() ? no_value : clusterizer::median_of(numbers);
}

/// Ranks as senders and receivers among those pairs that lie between hosts, or within them.
class Polish {
  public:
    Polish(const Logarithms& logs, const PairClasses& classes, const std::vector<float>& medians,
           const std::vector<std::vector<std::int32_t>>& partners)
        : logs_(&logs), classes_(&classes), medians_(&medians), partners_(&partners) {}

    void sweep(std::vector<float>& sending, std::vector<float>& receiving) {
        for (int repeat = 0; repeat < sweeps; ++repeat) {
            update(sending, [&](Eigen::Index rank, Eigen::Index partner) {
                return left(rank, partner) - receiving[static_cast<std::size_t>(partner)];
            });
            update(receiving, [&](Eigen::Index rank, Eigen::Index partner) {
                return left(partner, rank) - sending[static_cast<std::size_t>(partner)];
            });
        }
    }

  private:
    [[nodiscard]] float left(Eigen::Index sender, Eigen::Index receiver) const {
        return (*logs_)(sender, receiver) - (*medians_)[classes_->of(sender, receiver)];
    }

    template <typename Left>
    void update(std::vector<float>& effects, Left left_of) {
        std::vector<float> found;
        for (std::size_t rank = 0; rank < effects.size(); ++rank) {
            values_.clear();
            for (const std::int32_t partner : (*partners_)[rank]) {
                const float value = left_of(static_cast<Eigen::Index>(rank), partner);
                if (std::isfinite(value)) values_.push_back(value);
            }
            effects[rank] = middle(values_);
            if (std::isfinite(effects[rank])) found.push_back(effects[rank]);
        }
        // What all have in common belongs to the classes.
        const float common = found.empty() ? 0 : middle(found);
        for (float& effect : effects) effect = std::isfinite(effect) ? effect - common : 0;
    }

    const Logarithms* logs_;
    const PairClasses* classes_;
    const std::vector<float>* medians_;
    const std::vector<std::vector<std::int32_t>>* partners_;
    std::vector<float> values_;
};

std::vector<float> values_of_class(const Logarithms& logs, const std::vector<Sampling::Cell>& cells) {
    std::vector<float> values;
    values.reserve(cells.size());
    for (const auto& [sender, receiver] : cells) {
        const float value = logs(sender, receiver);
        if (std::isfinite(value)) values.push_back(value);
    }
    return values;
}

}  // namespace

PlaneFit fit_plane(const Logarithms& logs, const PairClasses& classes, const Sampling& sampling) {
    PlaneFit fit;
    for (const auto& cells : sampling.of_class) {
        std::vector<float> values = values_of_class(logs, cells);
        fit.classes.push_back(middle(values));
    }
    const auto ranks = static_cast<std::size_t>(logs.rows());
    for (auto* const effects :
         {&fit.sending_between, &fit.receiving_between, &fit.sending_within, &fit.receiving_within}) {
        effects->assign(ranks, 0);
    }
    Polish(logs, classes, fit.classes, sampling.between).sweep(fit.sending_between, fit.receiving_between);
    Polish(logs, classes, fit.classes, sampling.within).sweep(fit.sending_within, fit.receiving_within);

    for (std::size_t number = 0; number < classes.all.size(); ++number) {
        const bool between = classes.all[number].between_hosts;
        const std::vector<float>& sending = between ? fit.sending_between : fit.sending_within;
        const std::vector<float>& receiving = between ? fit.receiving_between : fit.receiving_within;
        std::vector<float> values;
        for (const auto& [sender, receiver] : sampling.of_class[number]) {
            const float value = logs(sender, receiver) - fit.classes[number] -
                                sending[static_cast<std::size_t>(sender)] -
                                receiving[static_cast<std::size_t>(receiver)];
            if (std::isfinite(value)) values.push_back(value);
        }
        const float shift = values.empty() ? 0 : middle(values);
        fit.classes[number] += shift;
        for (float& value : values) value = std::abs(value - shift);
        fit.deviations.push_back(
            values.empty() ? 0 : static_cast<float>(clusterizer::deviations_of_a_median) * middle(values));
    }
    return fit;
}

}  // namespace fabricmap::diagnosis
