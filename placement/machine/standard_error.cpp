// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/standard_error.hpp"

#include "statistics/robust.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace fabricmap::placement {

double standard_error_of(const Run& run) {
    if (!run.has(Statistic::deviation) || !run.has(Statistic::count)) return 0;
    const auto medians = run.stack(run.preferred());
    const auto deviations = run.stack(Statistic::deviation);
    const auto counts = run.stack(Statistic::count);
    const std::size_t lengths = medians->message_lengths().size();
    if (lengths == 0 || deviations->message_lengths() != medians->message_lengths() ||
        counts->message_lengths() != medians->message_lengths()) {
        return 0;
    }
    const auto median = medians->plane(lengths / 2);
    const auto deviation = deviations->plane(lengths / 2);
    const auto count = counts->plane(lengths / 2);
    std::vector<double> errors;
    for (Eigen::Index from = 0; from < median.rows(); ++from) {
        for (Eigen::Index to = 0; to < median.cols(); ++to) {
            if (from == to || !(median(from, to) > 0) || !(count(from, to) > 0)) continue;
            // Of normal samples the median strays by sqrt(pi / 2) times as much as the mean.
            errors.push_back(std::sqrt(std::numbers::pi / 2 / count(from, to)) * deviation(from, to) /
                             median(from, to));
        }
    }
    return errors.empty() ? 0 : median_of(errors);
}

}  // namespace fabricmap::placement
