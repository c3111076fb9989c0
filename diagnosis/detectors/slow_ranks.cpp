// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

namespace fabricmap::diagnosis {
namespace {

/// Ranks of one slot may differ from those of another on every host, by their distance to the adapter: takes
/// off what most of a slot have.
void subtract_common_slots(Eigen::ArrayXXf& own, const Machine& machine) {
    constexpr std::size_t min_of_a_slot = 3;
    std::vector<std::vector<RankIndex>> slots;
    for (const std::vector<RankIndex>& ranks : machine.ranks_of) {
        slots.resize(std::max(slots.size(), ranks.size()));
        for (std::size_t slot = 0; slot < ranks.size(); ++slot) slots[slot].push_back(ranks[slot]);
    }
    for (const std::vector<RankIndex>& ranks : slots) {
        if (ranks.size() < min_of_a_slot) continue;
        for (Eigen::Index k = 0; k < own.rows(); ++k) {
            std::vector<float> values = numbers_of(own(k, ranks));
            const float common = median_of_numbers(values);
            if (!std::isfinite(common)) continue;
            for (const RankIndex rank : ranks) own(k, rank) -= common;
        }
    }
}

/// What each rank adds beyond what the ranks of its host share: lengths × ranks. Where there is one host
/// only, what it adds within the host.
Eigen::ArrayXXf own_effects(const Eigen::ArrayXXf& of_ranks, const Survey& survey) {
    const Machine& machine = survey.machine;
    const Eigen::ArrayXXf shared = shared_by_hosts(of_ranks, machine);
    Eigen::ArrayXXf own = of_ranks;
    for (const RankIndex rank : machine.host_of.indices()) {
        const HostIndex host = machine.host_of[rank];
        const bool alone = machine.ranks_of[host].size() == 1;
        if (alone || !survey.partners.suffice_for(rank)) {
            own.col(rank).setConstant(no_value);
        } else {
            own.col(rank) -= shared.col(host);
        }
    }
    subtract_common_slots(own, machine);
    return own;
}

/// How uncertain what a rank adds at one length is by itself: the deviation of a logarithm, from how the
/// values of its pairs lie about it; NaN where too few do.
float uncertainty_at(const Survey& survey, Eigen::Index k, RankIndex rank, bool sends,
                     const Matrix& delays_s) {
    // Of normal values, in theirs over the root of their number.
    constexpr double deviation_of_a_median = 1.2533;
    // As many values lie where medians were fitted to them: the rank's own part, and those of its partners.
    constexpr std::size_t fitted = 2;
    std::vector<float> values;
    for (const RankIndex other : survey.machine.host_of.indices()) {
        if (!survey.machine.are_judged(rank, other)) continue;
        const std::uint8_t number = sends ? survey.classes.of(rank, other) : survey.classes.of(other, rank);
        const float of_other = (sends ? survey.effects.receiving : survey.effects.sending)(k, other);
        const double typical_s = survey.class_medians(k, number);
        values.push_back(static_cast<float>(std::log(delays_s(k, other) / typical_s)) - of_other);
    }
    std::vector<float> distances = numbers_of(values);
    if (distances.size() <= fitted) return no_value;
    const float centre = median_of_numbers(values);
    for (float& distance : distances) distance = std::abs(distance - centre);
    const std::size_t free = distances.size() - fitted;
    const double deviation = deviations_of_a_median * value_at(distances, fitted + free / 2);
    return static_cast<float>(deviation_of_a_median * deviation / std::sqrt(static_cast<double>(free)));
}

/// Tells whether ranks lie farther from the others of their host than noise sets them apart. What is compared
/// with the middle rank of its host, of two with one of them, adds exactly nothing where it is that: a bulk
/// of such does not show how uncertain the others are.
class RankNoise {
  public:
    explicit RankNoise(const Case& subject) : subject_(&subject), windows_(windows_of(*subject.survey)) {}

    /// The outlier is one of find_outliers_on_two_sides; `own`: what its side adds in each window.
    [[nodiscard]] bool is_exceeded_by(const Outlier& outlier, std::span<const Eigen::ArrayXf> own) {
        constexpr float deviations = 4;
        const auto ranks = static_cast<std::size_t>(subject_->survey->machine.rank_count());
        const auto rank = RankIndex(outlier.part % ranks);
        const bool sends = outlier.part < ranks;
        for (std::size_t number = 0; number < windows_.size(); ++number) {
            const Window& window = windows_[number];
            const float effect = own[number](static_cast<Eigen::Index>(outlier.part));
            if (!(effect >= subject_->floor())) continue;
            const float uncertainty = std::fmax(of_rank(rank, sends, window), typical(sends, window));
            if (!(effect < deviations * std::sqrt(2.0F) * uncertainty)) return true;
        }
        return false;
    }

  private:
    [[nodiscard]] float of_rank(RankIndex rank, bool sends, const Window& window) const {
        const Matrix delays_s = sends ? subject_->stack->row(rank) : subject_->stack->column(rank);
        std::vector<float> of_lengths;
        for (std::size_t n = 0; n < window.lengths; ++n) {
            const auto k = static_cast<Eigen::Index>(window.first_length + n);
            of_lengths.push_back(uncertainty_at(*subject_->survey, k, rank, sends, delays_s));
        }
        return median_of_numbers(of_lengths) / std::sqrt(static_cast<float>(window.lengths));
    }

    /// Of some ranks all over the machine, the median: few values of one rank may lie close by chance.
    [[nodiscard]] float typical(bool sends, const Window& window) {
        constexpr int max_ranks = 16;
        const auto [known, is_new] = typical_.try_emplace({sends, window.first_length, window.lengths});
        if (is_new) {
            const int ranks = subject_->survey->machine.rank_count();
            const int drawn = std::min(ranks, max_ranks);
            std::vector<float> of_ranks;
            of_ranks.reserve(static_cast<std::size_t>(drawn));
            for (int n = 0; n < drawn; ++n)
                of_ranks.push_back(of_rank(RankIndex(std::int64_t{ranks} * n / drawn), sends, window));
            known->second = median_of_numbers(of_ranks);
        }
        return known->second;
    }

    const Case* subject_;
    std::vector<Window> windows_;
    std::map<std::tuple<bool, std::size_t, std::size_t>, float> typical_;
};

std::optional<std::string> missing_ranks_to_compare(const Case& subject) {
    const Machine& machine = subject.survey->machine;
    if (!machine.has_hosts_of_several_ranks()) return "one rank per host";
    if (machine.host_count() == 1 && machine.rank_count() < 4) {
        return "fewer than four ranks";
    }
    return missing_partner_ranks(subject);
}

Detection find_slow_ranks(const Case& subject, Residual residual) {
    const Survey& survey = *subject.survey;
    const Eigen::ArrayXXf sending = own_effects(survey.effects.sending, survey);
    const Eigen::ArrayXXf receiving = own_effects(survey.effects.receiving, survey);
    RankNoise noise(subject);
    const auto own = in_each(windows_of(survey),
                             [&](const Window& window) { return on_two_sides(sending, receiving, window); });
    std::vector<Finding> findings;
    for (const auto& [part, outlier] : find_outliers_on_two_sides(subject, sending, receiving)) {
        const auto rank = RankIndex(part);
        if (residual.swapped_hosts[survey.machine.host_of[rank]]) continue;
        if (!noise.is_exceeded_by(outlier, own)) continue;
        Finding finding;
        finding.kind = FindingKind::slow_rank;
        name_rank(finding, survey.machine, rank);
        describe(finding, subject, curves_of(sending, receiving, rank), outlier);
        weigh(finding, pairs_of_rank(survey, rank), subject);
        findings.push_back(std::move(finding));
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector slow_ranks_detector{"slow ranks", missing_ranks_to_compare, find_slow_ranks};

}  // namespace fabricmap::diagnosis
