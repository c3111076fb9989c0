// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/pair_curves.hpp"

#include "base/mixing.hpp"
#include "diagnosis/residual/unexplained.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_curves = 16;

/// At each length the median of what was found of some pairs of ranks.
std::vector<float> medians_of(const List<std::vector<float>>& values) {
    std::vector<float> medians;
    medians.reserve(values.size());
    for (const std::vector<float>& at_length : values) medians.push_back(median_of_numbers(at_length));
    return medians;
}

/// Of a median of normal samples, in their deviation over the root of their number.
constexpr double deviation_of_a_median = 1.2533;

/// Tells how uncertain imprecise medians are.
class Imprecision {
  public:
    explicit Imprecision(const Run& run) : quality_(run.quality().get()) {
        if (quality_ == nullptr || !run.has(Statistic::deviation) || !run.has(Statistic::count)) return;
        deviations_ = run.stack(Statistic::deviation);
        counts_ = run.stack(Statistic::count);
    }

    /// Deviations of logarithms, lengths × ranks; NaN where nothing was measured. `medians_s`: of that line.
    [[nodiscard]] Matrix of(const Line& line, const Matrix& medians_s) const {
        Matrix uncertainties =
            (medians_s.array() > 0).select(Matrix::Zero(medians_s.rows(), medians_s.cols()), no_value);
        if (deviations_ == nullptr) return uncertainties;
        const Matrix bits = quality_->line(line);
        const auto is_imprecise = [](double value) { return has_quality(value, Quality::imprecise); };
        const auto values = bits.reshaped();
        if (std::none_of(values.begin(), values.end(), is_imprecise)) return uncertainties;
        const Matrix deviations_s = deviations_->line(line);
        const Matrix counts = counts_->line(line);
        for (Eigen::Index k = 0; k < bits.rows(); ++k) {
            for (Eigen::Index rank = 0; rank < bits.cols(); ++rank) {
                if (!is_imprecise(bits(k, rank))) continue;
                uncertainties(k, rank) = deviation_of_a_median * deviations_s(k, rank) /
                                         (medians_s(k, rank) * std::sqrt(counts(k, rank)));
            }
        }
        return uncertainties;
    }

  private:
    const DelayStack* quality_;
    std::shared_ptr<const DelayStack> deviations_;
    std::shared_ptr<const DelayStack> counts_;
};

}  // namespace

RankPairs some_rank_pairs(const Machine& machine, const HostPairs& pairs) {
    RankPairs all;
    for (const auto& [from, to] : pairs) {
        for (const RankIndex sender : machine.ranks_of[from]) {
            for (const RankIndex receiver : machine.ranks_of[to]) all.emplace_back(sender, receiver);
        }
    }
    std::uint64_t state = all.size();
    shuffle(std::span(all), state);
    all.resize(std::min(all.size(), max_curves));
    return all;
}

std::vector<float> curve_of_pairs(const Case& subject, const Residual& residual, const HostPairs& pairs) {
    const Survey& survey = *subject.survey;
    const RankPairs chosen = some_rank_pairs(survey.machine, pairs);
    Unexplained unexplained(survey, residual);
    List<std::vector<float>> values(survey.lengths.size());
    for (const auto& [sender, receiver] : chosen) {
        const Vector delays = subject.stack->pair(sender, receiver);
        for (Eigen::Index k = 0; k < delays.size(); ++k) {
            values[k].push_back(unexplained.of(k, sender, receiver, delays(k)));
        }
    }
    return medians_of(values);
}

std::vector<float> uncertainties_of_pairs(const Case& subject, const HostPairs& pairs) {
    const Imprecision imprecision(*subject.run);
    // The value of a cluster is as likely to be off by any amount up to the error.
    const double of_archive = std::log1p(subject.run->description().archive_error) / std::sqrt(3.0);
    List<std::vector<float>> values(subject.survey->lengths.size());
    for (const auto& [sender, receiver] : some_rank_pairs(subject.survey->machine, pairs)) {
        const Line pair{sender, receiver};
        const Matrix uncertainties = imprecision.of(pair, subject.stack->line(pair));
        for (Eigen::Index k = 0; k < uncertainties.rows(); ++k) {
            values[k].push_back(static_cast<float>(std::hypot(uncertainties(k, 0), of_archive)));
        }
    }
    return medians_of(values);
}

Matrix uncertainties_of_line(const Run& run, const Line& line, const Matrix& medians_s) {
    return Imprecision(run).of(line, medians_s);
}

}  // namespace fabricmap::diagnosis
