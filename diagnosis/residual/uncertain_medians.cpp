// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/uncertain_medians.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

constexpr double far_longer = 5;
constexpr double fraction_that_is_usual = 0.2;

/// `deviation_s`: of so many samples.
double uncertainty_of(double median_s, double deviation_s, double samples) {
    constexpr double width = 1.96 * 1.2533;  // the median's of normal samples
    return std::log1p(width * deviation_s / (median_s * std::sqrt(samples)));
}

/// Of the samples without the longest.
double deviation_without_longest(double average_s, double deviation_s, double longest_s, double samples) {
    const double mean_s = (samples * average_s - longest_s) / (samples - 1);
    const double squares = (samples - 1) * deviation_s * deviation_s + samples * average_s * average_s -
                           longest_s * longest_s - (samples - 1) * mean_s * mean_s;
    return std::sqrt(std::max(0.0, squares) / (samples - 2));
}

}  // namespace

bool are_deviations_alone(const Run& run) {
    return run.description().sampling.empty() && run.has(Statistic::median) &&
           run.has(Statistic::deviation) && run.has(Statistic::count) &&
           (run.outliers() || run.has(Statistic::maximum));
}

Matrix uncertainties_of(const Run& run, const Line& line) {
    const Matrix medians = run.stack(Statistic::median)->line(line);
    Matrix uncertainties = Matrix::Zero(medians.rows(), medians.cols());
    if (!run.has(Statistic::deviation) || !run.has(Statistic::count)) return uncertainties;
    const Matrix deviations = run.stack(Statistic::deviation)->line(line);
    const Matrix counts = run.stack(Statistic::count)->line(line);
    for (Eigen::Index k = 0; k < medians.rows(); ++k) {
        for (Eigen::Index rank = 0; rank < medians.cols(); ++rank) {
            uncertainties(k, rank) =
                counts(k, rank) < 2 ? std::numeric_limits<double>::infinity()
                                    : uncertainty_of(medians(k, rank), deviations(k, rank), counts(k, rank));
        }
    }
    return uncertainties;
}

Matrix uncertainties_of_even_samples(const Run& run, const Line& line) {
    constexpr double min_samples_without_longest = 4;
    Matrix uncertainties = uncertainties_of(run, line);
    const auto line_of = [&](Statistic statistic) {
        return run.has(statistic) ? run.stack(statistic)->line(line) : Matrix();
    };
    const Matrix counts = line_of(Statistic::count);
    const Matrix medians = line_of(Statistic::median);
    const Matrix averages = line_of(Statistic::average);
    const Matrix deviations = line_of(Statistic::deviation);
    const Matrix maxima = line_of(Statistic::maximum);
    const Matrix outliers = run.outliers() ? run.outliers()->line(line) : Matrix();
    for (Eigen::Index k = 0; k < counts.rows(); ++k) {
        for (Eigen::Index rank = 0; rank < counts.cols(); ++rank) {
            const double samples = counts(k, rank);
            const bool has_far =
                outliers.size() > 0 ? outliers(k, rank) > 0 : maxima(k, rank) > far_longer * medians(k, rank);
            double& uncertainty = uncertainties(k, rank);
            if (std::isnan(uncertainty) || (!has_far && samples >= 2)) continue;
            const double far = outliers.size() > 0 ? outliers(k, rank) : 0;
            if (far >= 2 && far >= fraction_that_is_usual * samples) continue;
            const bool is_one = far == 1 && averages.size() > 0 && maxima.size() > 0 &&
                                samples >= min_samples_without_longest;
            uncertainty =
                is_one ? uncertainty_of(medians(k, rank),
                                        deviation_without_longest(averages(k, rank), deviations(k, rank),
                                                                  maxima(k, rank), samples),
                                        samples - 1)
                       : 0;
        }
    }
    return uncertainties;
}

}  // namespace fabricmap::diagnosis
