// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/certain_effects.hpp"

#include "diagnosis/residual/uncertain_medians.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <span>

namespace fabricmap::diagnosis {
namespace {

/// The middle of those of some lengths, and of each that has some: at which of these an effect will be seen
/// is not known. 0 where none was measured.
float largest_middle_of(std::span<const std::vector<float>> at_lengths) {
    constexpr std::size_t few = 4;
    std::vector<float> all;
    float largest = 0;
    const auto take_middle_of = [&](const std::vector<float>& values) {
        const float middle = median_of_numbers(values);
        if (middle > largest) largest = middle;
    };
    for (const std::vector<float>& values : at_lengths) {
        all.insert(all.end(), values.begin(), values.end());
        if (values.size() >= few) take_middle_of(values);
    }
    take_middle_of(all);
    return largest;
}

}  // namespace

UncertainValues::UncertainValues(const Case& subject, const HostPairs& pairs)
    : flagged_(subject.survey->lengths.size()), of_deviations_(subject.survey->lengths.size()) {
    const Run& run = *subject.run;
    const bool are_flagged = run.quality() != nullptr && run.has(Statistic::median);
    const bool are_alone = are_deviations_alone(run);
    if (!are_flagged && !are_alone) return;
    for (const auto& [sender, receiver] : some_rank_pairs(subject.survey->machine, pairs)) {
        const Line pair{sender, receiver};
        if (are_flagged) {
            const Matrix bits = run.quality()->line(pair);
            const Matrix uncertainties = uncertainties_of(run, pair);
            for (Eigen::Index k = 0; k < bits.rows(); ++k) {
                if (has_quality(bits(k, 0), Quality::missing)) continue;
                flagged_[k].push_back(has_quality(bits(k, 0), Quality::imprecise)
                                          ? static_cast<float>(uncertainties(k, 0))
                                          : 0);
            }
        }
        if (!are_alone) continue;
        const Matrix uncertainties = uncertainties_of_even_samples(run, pair);
        for (Eigen::Index k = 0; k < uncertainties.rows(); ++k)
            of_deviations_[k].push_back(static_cast<float>(uncertainties(k, 0)));
    }
}

float UncertainValues::smallest_certain_effect(std::size_t first_length, std::size_t lengths) const {
    const auto of_window = [&](const List<std::vector<float>>& at_lengths) {
        return largest_middle_of(std::span(at_lengths).subspan(first_length, lengths));
    };
    const float of_deviations = of_window(of_deviations_);
    const bool is_doubtful = of_deviations > static_cast<float>(max_uncertainty_by_deviations);
    return std::max(of_window(flagged_), is_doubtful ? of_deviations : 0.0F) *
           static_cast<float>(effect_of_uncertainty);
}

}  // namespace fabricmap::diagnosis
