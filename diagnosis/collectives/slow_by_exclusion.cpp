// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/collectives/detectors.hpp"
#include "diagnosis/collectives/slow_hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace fabricmap::diagnosis {
namespace {

/// The hosts that were not left out.
std::set<std::string> all_hosts(const CollectiveRun& run) {
    std::set<std::string> hosts;
    for (const int rank : ranks_taking_part(run)) hosts.insert(host_of_rank(run, rank));
    return hosts;
}

struct WithoutHost {
    std::string host;
    CellSummary without;
};

/// Visits without one host each, by cell.
std::map<CollectiveCell, std::vector<WithoutHost>> visits_without(const CollectiveInput& input) {
    std::map<CollectiveCell, std::map<std::string, std::vector<const CollectiveVisit*>>> visits;
    const std::set<std::string> all = all_hosts(input.run);
    for (const CollectiveVisit& visit : input.visits) {
        if (visit.purpose != VisitPurpose::without_suspect) continue;
        const std::set<std::string> present = hosts_in(input.run, visit);
        if (present.size() + 1 != all.size()) continue;
        for (const std::string& host : all) {
            if (!present.contains(host)) visits[any_ranks(visit.cell)][host].push_back(&visit);
        }
    }
    std::map<CollectiveCell, std::vector<WithoutHost>> without;
    for (const auto& [cell, by_host] : visits) {
        for (const auto& [host, of_host] : by_host)
            without[cell].push_back({host, summary_of(of_host, input.run.timing)});
    }
    return without;
}

/// The same with all hosts, from the search itself or from the sweep.
std::optional<CellSummary> with_all_hosts(const CollectiveInput& input, const CollectiveCell& cell) {
    std::vector<const CollectiveVisit*> visits;
    const auto ranks = static_cast<int>(ranks_taking_part(input.run).size());
    for (const VisitPurpose purpose :
         {VisitPurpose::without_suspect, VisitPurpose::host_search, VisitPurpose::sweep}) {
        for (const CollectiveVisit& visit : input.visits) {
            if (visit.purpose == purpose && visit.cell.ranks == ranks && any_ranks(visit.cell) == cell)
                visits.push_back(&visit);
        }
        if (!visits.empty()) return summary_of(visits, input.run.timing);
    }
    return std::nullopt;
}

/// Whether it is faster without this host than without any other that was left out: with a host less there
/// is less to do, whichever it is.
bool is_fastest_without(const WithoutHost& host, const std::vector<WithoutHost>& candidates,
                        double min_ratio) {
    return std::all_of(candidates.begin(), candidates.end(), [&](const WithoutHost& other) {
        return other.host == host.host || is_surely_longer(other.without, host.without, min_ratio);
    });
}

/// An operation that is faster without a host.
struct SlowedOperation {
    std::string what;  ///< "alltoall of 64K"
    CellSummary all;
    CellSummary without;
    bool is_sure = false;  ///< by itself, whatever other operations show

    [[nodiscard]] double factor() const { return all.time.value / without.time.value; }
};

std::string operation_text(const CollectiveRun& run, const CollectiveCell& cell) {
    std::string text = operation_of(run, cell);
    if (cell.algorithm != no_index) text += fmt::format(" ({})", algorithm_of(run, cell));
    if (cell.message_length > 0) text += " of " + format_size(cell.message_length);
    return text;
}

/// By host, what it makes slow.
std::map<std::string, std::vector<SlowedOperation>> slowed_operations(const CollectiveInput& input,
                                                                      double min_ratio) {
    std::map<std::string, std::vector<SlowedOperation>> slowed;
    const std::map<CollectiveCell, NoiseOfSearch> noise = noise_of_search(input);
    for (const auto& [cell, candidates] : visits_without(input)) {
        const auto all = with_all_hosts(input, cell);
        if (!all) continue;
        for (const WithoutHost& candidate : candidates) {
            const auto& [host, without] = candidate;
            // With fewer ranks there is less to do: a share of it at most in proportion.
            const double fewer =
                static_cast<double>(all->cell.ranks) / static_cast<double>(without.cell.ranks);
            if (!is_surely_longer(*all, without, min_ratio * fewer)) continue;
            if (!is_fastest_without(candidate, candidates, min_ratio)) continue;
            SlowedOperation operation{operation_text(input.run, cell), *all, without};
            const double beyond = operation.factor() / (min_ratio * fewer);
            if (beyond < noise.at(cell).min_factor()) continue;
            operation.is_sure = beyond >= noise.at(cell).detectable_factor();
            slowed[host].push_back(std::move(operation));
        }
    }
    return slowed;
}

std::string measurements(const CellSummary& summary) {
    return counted(static_cast<std::int64_t>(summary.visits), "measurement");
}

std::string names_of(const std::vector<SlowedOperation>& operations) {
    constexpr std::size_t max_named = 3;
    if (operations.size() > max_named)
        return counted(static_cast<std::int64_t>(operations.size()), "operation");
    std::string names;
    for (const SlowedOperation& operation : operations) {
        const bool is_last = &operation == &operations.back();
        names += (names.empty() ? "" : is_last ? " and " : ", ") + operation.what;
    }
    return names;
}

Finding finding_of_exclusion(const CollectiveInput& input, const std::string& host,
                             std::vector<SlowedOperation> operations) {
    std::stable_sort(operations.begin(), operations.end(),
                     [](const auto& a, const auto& b) { return a.factor() > b.factor(); });
    const SlowedOperation& clearest = operations.front();
    const std::string with = format_delay(clearest.all.time.value);
    const std::string without = format_delay(clearest.without.time.value);
    Finding finding;
    finding.kind = FindingKind::slow_node;
    finding.part = part::Host{host};
    finding.ranks = rank_numbers(ranks_of_host(input.run, host));
    finding.predicate = {
        "makes {} slow: {} takes {} with all hosts and {} without this one",
        {names_of(operations), operations.size() == 1 ? "it" : clearest.what, with, without}};
    finding.effect = Effect{clearest.factor(), no_interval};
    finding.evidence.extra_s = clearest.all.time.value - clearest.without.time.value;
    for (const SlowedOperation& operation : operations) {
        finding.evidence.notes.push_back(
            {"{}: {} with all hosts ({}), {} without it ({}): {} times.",
             {operation.what, format_delay(operation.all.time.value), measurements(operation.all),
              format_delay(operation.without.time.value), measurements(operation.without),
              format_factor(operation.factor())}});
    }
    return finding;
}

}  // namespace

std::set<std::string> hosts_in(const CollectiveRun& run, const CollectiveVisit& visit) {
    std::set<std::string> hosts;
    for (std::size_t rank = 0; rank < visit.finish_median.size(); ++rank) {
        if (!std::isnan(visit.finish_median[rank])) hosts.insert(host_of_rank(run, static_cast<int>(rank)));
    }
    return hosts;
}

void find_by_exclusion(const CollectiveInput& input, Diagnosis& diagnosis) {
    for (auto& [host, operations] : slowed_operations(input, 1 + diagnosis.min_effect)) {
        // One of many operations may stand out by chance.
        const bool is_sure = operations.size() > 1 || operations.front().is_sure;
        Finding finding = finding_of_exclusion(input, host, std::move(operations));
        if (!is_sure) finding.doubt = Doubt::imprecise;
        add_or_join(std::move(finding), is_sure ? diagnosis.findings : diagnosis.suspects);
    }
}

}  // namespace fabricmap::diagnosis
