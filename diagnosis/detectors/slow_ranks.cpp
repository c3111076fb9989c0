// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

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
    std::vector<Finding> findings;
    for (const auto& [part, outlier] : find_outliers_on_two_sides(subject, sending, receiving)) {
        const auto rank = RankIndex(part);
        if (residual.swapped_hosts[survey.machine.host_of[rank]]) continue;
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
