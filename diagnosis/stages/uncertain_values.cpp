// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/uncertain_values.hpp"

#include "diagnosis/stages/passing_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

bool are_deviations_alone(const Run& run) {
    return run.description().sampling.empty() && run.has(Statistic::median) &&
           run.has(Statistic::deviation) && run.has(Statistic::count) &&
           (run.outliers() || run.has(Statistic::maximum));
}

/// Lengths × receivers: 1 where several samples were taken, none of them longer than five medians, else 0.
Matrix even_samples_of(const Run& run, RankIndex sender) {
    constexpr double far_longer = 5;
    const Matrix counts = run.stack(Statistic::count)->row(sender);
    Matrix even = (counts.array() >= 2).cast<double>();
    if (run.outliers()) {
        even.array() *= (run.outliers()->row(sender).array() == 0).cast<double>();
    } else {
        const Matrix longest = run.stack(Statistic::maximum)->row(sender);
        const Matrix medians = run.stack(Statistic::median)->row(sender);
        even.array() *= (longest.array() <= far_longer * medians.array()).cast<double>();
    }
    return even;
}

}  // namespace

Matrix uncertainties_of(const Run& run, RankIndex sender) {
    const Matrix medians = run.stack(Statistic::median)->row(sender);
    if (!run.has(Statistic::deviation) || !run.has(Statistic::count))
        return Matrix::Zero(medians.rows(), medians.cols());
    constexpr double width = 1.96 * 1.2533;  // the median's of normal samples
    const Matrix deviations = run.stack(Statistic::deviation)->row(sender);
    const Matrix counts = run.stack(Statistic::count)->row(sender);
    const Matrix uncertainties =
        (width * deviations.array() / (medians.array() * counts.array().sqrt())).log1p();
    const Matrix unlimited =
        Matrix::Constant(counts.rows(), counts.cols(), std::numeric_limits<double>::infinity());
    return (counts.array() < 2).select(unlimited, uncertainties);
}

double max_uncertainty(const Finding& finding) {
    return finding.effect ? std::abs(std::log(finding.effect->factor)) / 2 : 0;
}

bool are_mostly_uncertain(const Finding& finding, const Run& run, const Machine& machine) {
    constexpr std::size_t senders_looked_at = 32;
    // Below that a part stands out by its many values, and network_test asks for less than half of it.
    constexpr double min_uncertainty = 0.1;
    if (!finding.effect || !are_deviations_alone(run)) return false;
    const double tolerated = std::max(min_uncertainty, max_uncertainty(finding));
    const PassingPairs pairs(finding, machine);
    const std::vector<std::int64_t>& lengths = run.stack(Statistic::median)->message_lengths();
    double uncertain = 0;
    double values = 0;
    for (const auto& [senders, each_for] : pairs.sample_of_senders(senders_looked_at)) {
        for (const RankIndex sender : senders) {
            const Matrix uncertainties = uncertainties_of(run, sender);
            const Matrix even = even_samples_of(run, sender);
            for (const RankIndex receiver : pairs.receivers_of(sender)) {
                for (Eigen::Index k = 0; k < uncertainties.rows(); ++k) {
                    const double uncertainty = uncertainties(k, receiver);
                    if (!is_of_length(finding, lengths[static_cast<std::size_t>(k)])) continue;
                    if (std::isnan(uncertainty)) continue;
                    values += each_for;
                    const bool is_uncertain = even(k, receiver) > 0 && uncertainty > tolerated;
                    if (is_uncertain) uncertain += each_for;
                }
            }
        }
    }
    return uncertain > tolerated_fraction * values;
}

}  // namespace fabricmap::diagnosis
