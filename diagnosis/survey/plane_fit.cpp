// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/plane_fit.hpp"

#include "statistics/robust.hpp"

#include <cmath>
#include <span>

namespace fabricmap::diagnosis {
namespace {

constexpr int sweeps = 2;  // a third one moves effects by less than their noise

/// The median of the numbers; NaN where there is none. Reorders them.
float middle(std::vector<float>& numbers) {
    return numbers.empty() ? no_value : upper_median_of(numbers);
}

/// The logarithm of a delay; NaN for what is not above zero, which says nothing.
float logarithm(double delay_s) {
    const auto delay = static_cast<float>(delay_s);
    return delay > 0 ? std::log(delay) : no_value;
}

/// Ranks as senders and receivers, by the pairs with their partners.
class Polish {
  public:
    Polish(const std::vector<double>& delays, const PairClasses& classes, const std::vector<float>& medians,
           const Sampling& sampling, Workers& workers)
        : partners_(&sampling.partners),
          workers_(&workers),
          sent_(partners_->size()),
          received_(partners_->size()) {
        const auto left = [&](std::size_t place) {
            const auto& [sender, receiver] = sampling.cells[place];
            return logarithm(delays[place]) - medians[classes.of(sender, receiver)];
        };
        workers.split(partners_->size(), [&](std::size_t begin, std::size_t end) {
            for (const RankIndex rank : IndexRange<RankIndex>(begin, end)) {
                const std::size_t count = (*partners_)[rank].size();
                for (std::size_t number = 0; number < count; ++number) {
                    sent_[rank].push_back(left(sampling.rank_begin[rank] + number));
                    received_[rank].push_back(left(sampling.rank_begin[rank] + count + number));
                }
            }
        });
    }

    void sweep(PerRank<float>& sending, PerRank<float>& receiving) {
        for (int repeat = 0; repeat < sweeps; ++repeat) {
            update(sending, sent_, receiving);
            update(receiving, received_, sending);
        }
    }

  private:
    using Values = PerRank<std::vector<float>>;  ///< of each rank with each of its partners

    void update(PerRank<float>& effects, const Values& values, const PerRank<float>& of_partners) {
        workers_->split(effects.size(), [&](std::size_t begin, std::size_t end) {
            std::vector<float> left;
            for (const RankIndex rank : IndexRange<RankIndex>(begin, end)) {
                left.clear();
                for (std::size_t number = 0; number < values[rank].size(); ++number) {
                    const float value = values[rank][number] - of_partners[(*partners_)[rank][number]];
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

    const PerRank<std::vector<RankIndex>>* partners_;
    Workers* workers_;
    Values sent_;
    Values received_;
};

/// The logarithm of the median of a class; NaN where nothing was measured.
float median_of_class(std::span<const double> delays) {
    std::vector<float> measured;
    measured.reserve(delays.size());
    for (const double delay : delays) {
        if (static_cast<float>(delay) > 0) measured.push_back(static_cast<float>(delay));
    }
    return std::log(middle(measured));
}

/// Moves the median of a class to where its values are once ranks are taken off, and measures how they stray.
void settle_class(PlaneFit& fit, const std::vector<double>& delays, const Sampling& sampling,
                  std::size_t number, bool is_judged) {
    std::vector<float> values;
    values.reserve(sampling.class_begin[number + 1] - sampling.class_begin[number]);
    for (std::size_t place = sampling.class_begin[number]; place < sampling.class_begin[number + 1];
         ++place) {
        const auto& [sender, receiver] = sampling.cells[place];
        // Ranks' effects are those on their partners; other pairs are not judged by them.
        const float of_ranks =
            is_judged ? fit.sending[RankIndex(sender)] + fit.receiving[RankIndex(receiver)] : 0;
        const float value = logarithm(delays[place]) - fit.classes[number] - of_ranks;
        if (std::isfinite(value)) values.push_back(value);
    }
    if (values.empty()) return;
    const float shift = middle(values);
    fit.classes[number] += shift;
    for (float& value : values) value = std::abs(value - shift);
    fit.deviations[number] = static_cast<float>(deviations_of_a_median) * middle(values);
}

}  // namespace

PlaneFit fit_plane(const std::vector<double>& delays, const PairClasses& classes, const Sampling& sampling,
                   Workers& workers) {
    PlaneFit fit;
    fit.classes.resize(classes.all.size());
    fit.deviations.resize(classes.all.size());
    fit.sending.assign(sampling.partners.size(), 0);
    fit.receiving = fit.sending;
    workers.split(classes.all.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t number = begin; number < end; ++number) {
            const std::size_t first = sampling.class_begin[number];
            fit.classes[number] =
                median_of_class(std::span(delays).subspan(first, sampling.class_begin[number + 1] - first));
        }
    });
    Polish(delays, classes, fit.classes, sampling, workers).sweep(fit.sending, fit.receiving);
    workers.split(classes.all.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t number = begin; number < end; ++number) {
            settle_class(fit, delays, sampling, number, classes.all[number].is_judged);
        }
    });
    return fit;
}

}  // namespace fabricmap::diagnosis
