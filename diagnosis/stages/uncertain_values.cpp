// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/uncertain_values.hpp"

#include "diagnosis/residual/certain_effects.hpp"
#include "diagnosis/residual/uncertain_medians.hpp"
#include "diagnosis/stages/passing_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

double max_uncertainty(const Finding& finding) {
    return finding.effect ? std::abs(std::log(finding.effect->factor)) / effect_of_uncertainty : 0;
}

bool are_mostly_uncertain(const Finding& finding, const Run& run, const Machine& machine) {
    constexpr std::size_t senders_looked_at = 32;
    if (!finding.effect || !are_deviations_alone(run)) return false;
    const double tolerated = std::max(max_uncertainty_by_deviations, max_uncertainty(finding));
    const PassingPairs pairs(finding, machine);
    const std::vector<std::int64_t>& lengths = run.stack(Statistic::median)->message_lengths();
    double uncertain = 0;
    double values = 0;
    for (const auto& [senders, each_for] : pairs.sample_of_senders(senders_looked_at)) {
        for (const RankIndex sender : senders) {
            const Matrix uncertainties = uncertainties_of_even_samples(run, {sender, {}});
            for (const RankIndex receiver : pairs.receivers_of(sender)) {
                for (Eigen::Index k = 0; k < uncertainties.rows(); ++k) {
                    const double uncertainty = uncertainties(k, receiver);
                    if (!is_of_length(finding, lengths[static_cast<std::size_t>(k)])) continue;
                    if (std::isnan(uncertainty)) continue;
                    values += each_for;
                    if (uncertainty > tolerated) uncertain += each_for;
                }
            }
        }
    }
    return uncertain > tolerated_fraction * values;
}

}  // namespace fabricmap::diagnosis
