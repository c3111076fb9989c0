// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/collectives/slow_hosts.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/collectives/detectors.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// A rank starts late when it does so in that many visits of a hundred, each time by more than several times
/// what the clocks may err, and by a share of the operation.
constexpr double min_fraction_late = 0.8;
constexpr double min_late_s = 1e-6;
constexpr double min_late_in_clock_errors = 5;
constexpr double min_late_in_medians = 0.25;
constexpr std::size_t min_visits_late = 6;

Finding finding_of_late_starter(const CollectiveRun& run, int rank, double fraction, double late_s) {
    Finding finding;
    finding.kind = FindingKind::noisy_node;
    finding.part = part::Rank{rank, host_of_rank(run, rank)};
    finding.ranks = {rank};
    finding.predicate = {"starts late in {} of the measurements, by {}",
                         {format_share(fraction), format_delay(late_s)}};
    finding.evidence.extra_s = late_s;
    finding.evidence.notes.emplace_back(
        "The other ranks start in time: look for what else runs on its core.");
    return finding;
}

/// In how many visits each rank started late while the others did not.
void find_late_starters(const CollectiveInput& input, Diagnosis& diagnosis) {
    const std::size_t ranks = input.run.description.ranks.size();
    std::vector<std::size_t> late(ranks);
    std::vector<std::vector<double>> by(ranks);
    std::size_t visits = 0;
    for (const CollectiveVisit& visit : input.visits) {
        if (visit.lateness_median.size() != ranks || visit.cell.ranks < 3) continue;
        const double typical = median_of_numbers(visit.lateness_median);
        const double time_s = median_of_numbers(visit.longest);
        const double max_late = std::max(
            {min_late_s, min_late_in_clock_errors * visit.clock_error_s, min_late_in_medians * time_s});
        if (std::isnan(typical) || typical > max_late) continue;
        ++visits;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            if (!(visit.lateness_median[rank] > max_late + typical)) continue;
            ++late[rank];
            by[rank].push_back(visit.lateness_median[rank]);
        }
    }
    if (visits < min_visits_late) return;
    const std::vector<bool> shares_core = ranks_sharing_cores(input.run.description.ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const double fraction = static_cast<double>(late[rank]) / static_cast<double>(visits);
        if (fraction < min_fraction_late) continue;
        Finding finding =
            finding_of_late_starter(input.run, static_cast<int>(rank), fraction, median_of(by[rank]));
        // Who waits for a core that another rank has is late by no fault of the host.
        if (shares_core[rank]) finding.doubt = Doubt::shared_cores;
        std::vector<Finding>& findings = finding.doubt ? diagnosis.suspects : diagnosis.findings;
        // Each of several runs may show it.
        const bool is_known = std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
            return other.kind == finding.kind && other.ranks == finding.ranks &&
                   hosts_of(other.part) == hosts_of(finding.part);
        });
        if (!is_known) findings.push_back(std::move(finding));
    }
}

}  // namespace

std::vector<int> ranks_taking_part(const CollectiveRun& run) {
    const std::vector<std::string>& excluded = run.description.excluded_hosts;
    std::vector<int> ranks;
    for (int rank = 0; rank < static_cast<int>(run.description.ranks.size()); ++rank) {
        if (!std::binary_search(excluded.begin(), excluded.end(), host_of_rank(run, rank)))
            ranks.push_back(rank);
    }
    return ranks;
}

std::vector<int> ranks_of_host(const CollectiveRun& run, const std::string& host) {
    std::vector<int> ranks = ranks_taking_part(run);
    std::erase_if(ranks, [&](int rank) { return host_of_rank(run, rank) != host; });
    return ranks;
}

CollectiveCell any_ranks(CollectiveCell cell) {
    cell.ranks = 0;
    cell.root = no_index;
    return cell;
}

std::vector<std::int64_t> rank_numbers(const std::vector<int>& ranks) {
    return {ranks.begin(), ranks.end()};
}

void add_or_join(Finding finding, std::vector<Finding>& findings) {
    const auto same = std::find_if(findings.begin(), findings.end(), [&](const Finding& other) {
        return hosts_of(other.part) == hosts_of(finding.part);
    });
    if (same == findings.end()) {
        findings.push_back(std::move(finding));
        return;
    }
    if (finding.ranks.size() >= same->ranks.size()) std::swap(*same, finding);
    same->effect->factor = std::max(same->effect->factor, finding.effect->factor);
    FindingEvidence& evidence = same->evidence;
    evidence.extra_s = std::max(evidence.extra_s, finding.evidence.extra_s);
    evidence.notes.push_back({"{}.", {sentence_of(finding)}});
    evidence.notes.insert(evidence.notes.end(), finding.evidence.notes.begin(), finding.evidence.notes.end());
}

bool find_slow_hosts(const CollectiveInput& input, Diagnosis& diagnosis) {
    find_by_exclusion(input, diagnosis);
    const FactorsByLength by_roots = find_by_roots(input, diagnosis);
    find_late_starters(input, diagnosis);
    state_detectable_hosts({by_roots, detectable_by_exclusion(input, diagnosis.min_effect)}, diagnosis);
    return !by_roots.empty() || std::any_of(input.visits.begin(), input.visits.end(), is_of_search);
}

}  // namespace fabricmap::diagnosis
