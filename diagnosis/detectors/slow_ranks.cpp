// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"

namespace fabricmap::diagnosis {
namespace {

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
