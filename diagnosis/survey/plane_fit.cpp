// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/plane_fit.hpp"

#include "diagnosis/statistics/robust.hpp"

#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr int sweeps = 2;  // a third one moves effects by less than their noise

/// The median of the numbers; NaN where there is none. Reorders them.
float middle(std::vector<float>& numbers) {
    return numbers.empty() ? no_value : clusterizer::median_of(numbers);
}

/// The logarithm of a delay; NaN for what is not above zero, which says nothing.
float logarithm(const Matrix& plane, Eigen::Index sender, Eigen::Index receiver) {
    const auto delay = static_cast<float>(plane(sender, receiver));
    return delay > 0 ? std::log(delay) : no_value;
}

/// Ranks as senders and receivers, by the pairs with their partners.
class Polish {
  public:
    Polish(const Matrix& plane, const PairClasses& classes, const std::vector<float>& medians,
           const std::vector<std::vector<std::int32_t>>& partners, clusterizer::Workers& workers)
        : partners_(&partners), workers_(&workers), sent_(partners.size()), received_(partners.size()) {
        const auto left = [&](Eigen::Index sender, Eigen::Index receiver) {
            return logarithm(plane, sender, receiver) - medians[classes.of(sender, receiver)];
        };
        workers.split(partners.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t rank = begin; rank < end; ++rank) {
                for (const std::int32_t partner : partners[rank]) {
                    sent_[rank].push_back(left(static_cast<Eigen::Index>(rank), partner));
                    received_[rank].push_back(left(partner, static_cast<Eigen::Index>(rank)));
                }
            }
        });
    }

    void sweep(std::vector<float>& sending, std::vector<float>& receiving) {
        for (int repeat = 0; repeat < sweeps; ++repeat) {
            update(sending, sent_, receiving);
            update(receiving, received_, sending);
        }
    }

  private:
    using Values = std::vector<std::vector<float>>;  ///< of each rank with each of its partners

    void update(std::vector<float>& effects, const Values& values, const std::vector<float>& of_partners) {
        workers_->split(effects.size(), [&](std::size_t begin, std::size_t end) {
            std::vector<float> left;
            for (std::size_t rank = begin; rank < end; ++rank) {
                left.clear();
                for (std::size_t number = 0; number < values[rank].size(); ++number) {
                    const auto partner = static_cast<std::size_t>((*partners_)[rank][number]);
                    const float value = values[rank][number] - of_partners[partner];
                    if (std::isfinite(value)) left.push_back(value);
                }
                effects[rank] = middle(left);
            }
        });
        std::vector<float> found;
        for (const float effect : effects) {
            if (std::isfinite(effect)) found.push_back(effect);
        }
        // What all have in common belongs to the classes.
        const float common = found.empty() ? 0 : middle(found);
        for (float& effect : effects) effect = std::isfinite(effect) ? effect - common : 0;
    }

    const std::vector<std::vector<std::int32_t>>* partners_;
    clusterizer::Workers* workers_;
    Values sent_;
    Values received_;
};

/// The logarithm of the median of a class; NaN where nothing was measured.
float median_of_class(const Matrix& plane, const std::vector<Sampling::Cell>& cells) {
    std::vector<float> delays;
    delays.reserve(cells.size());
    for (const auto& [sender, receiver] : cells) {
        const auto delay = static_cast<float>(plane(sender, receiver));
        if (delay > 0) delays.push_back(delay);
    }
    return std::log(middle(delays));
}

/// Moves the median of a class to where its values are once ranks are taken off, and tells how they stray.
void settle_class(PlaneFit& fit, const Matrix& plane, const std::vector<Sampling::Cell>& cells,
                  std::size_t number, bool is_judged) {
    std::vector<float> values;
    values.reserve(cells.size());
    for (const auto& [sender, receiver] : cells) {
        // Ranks' effects are those on their partners; other pairs are not judged by them.
        const float of_ranks = is_judged ? fit.sending[static_cast<std::size_t>(sender)] +
                                               fit.receiving[static_cast<std::size_t>(receiver)]
                                         : 0;
        const float value = logarithm(plane, sender, receiver) - fit.classes[number] - of_ranks;
        if (std::isfinite(value)) values.push_back(value);
    }
    if (values.empty()) return;
    const float shift = middle(values);
    fit.classes[number] += shift;
    for (float& value : values) value = std::abs(value - shift);
    fit.deviations[number] = static_cast<float>(clusterizer::deviations_of_a_median) * middle(values);
}

}  // namespace

PlaneFit fit_plane(const Matrix& plane, const PairClasses& classes, const Sampling& sampling,
                   clusterizer::Workers& workers) {
    PlaneFit fit;
    fit.classes.resize(classes.all.size());
    fit.deviations.resize(classes.all.size());
    fit.sending.assign(static_cast<std::size_t>(plane.rows()), 0);
    fit.receiving = fit.sending;
    workers.split(classes.all.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t number = begin; number < end; ++number) {
            fit.classes[number] = median_of_class(plane, sampling.of_class[number]);
        }
    });
    Polish(plane, classes, fit.classes, sampling.partners, workers).sweep(fit.sending, fit.receiving);
    workers.split(classes.all.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t number = begin; number < end; ++number) {
            settle_class(fit, plane, sampling.of_class[number], number, classes.all[number].is_judged);
        }
    });
    return fit;
}

}  // namespace fabricmap::diagnosis
