// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/collectives/detectors.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace fabricmap::diagnosis {
namespace {

/// How far a rank's least time must lie above those of the others: in their deviations, and as a ratio.
constexpr double min_deviations = 6;
constexpr double min_column_ratio = 1.2;
constexpr std::size_t min_ranks_to_compare = 4;
/// A rank starts late when it does so in that many visits of a hundred.
constexpr double min_fraction_late = 0.8;
constexpr std::size_t min_visits_late = 6;

/// The hosts that took part in a visit.
std::set<std::string> hosts_in(const CollectiveRun& run, const CollectiveVisit& visit) {
    std::set<std::string> hosts;
    for (std::size_t rank = 0; rank < visit.finish_median.size(); ++rank) {
        if (!std::isnan(visit.finish_median[rank])) hosts.insert(host_of_rank(run, static_cast<int>(rank)));
    }
    return hosts;
}

std::vector<int> ranks_of_host(const CollectiveRun& run, const std::string& host) {
    std::vector<int> ranks;
    for (int rank = 0; rank < static_cast<int>(run.description.ranks.size()); ++rank) {
        if (host_of_rank(run, rank) == host) ranks.push_back(rank);
    }
    return ranks;
}

std::set<std::string> all_hosts(const CollectiveRun& run) {
    std::set<std::string> hosts;
    for (int rank = 0; rank < static_cast<int>(run.description.ranks.size()); ++rank)
        hosts.insert(host_of_rank(run, rank));
    return hosts;
}

/// Operation, algorithm and length, whatever ranks and root.
CollectiveCell any_ranks(CollectiveCell cell) {
    cell.ranks = 0;
    cell.root = no_index;
    return cell;
}

// --- every root
// ---------------------------------------------------------------------------------------------

/// For each cell of all ranks: by root, by rank, the finish medians of its visits.
using FinishTimes = std::map<CollectiveCell, std::map<int, std::vector<const CollectiveVisit*>>>;

FinishTimes visits_by_root(const CollectiveInput& input) {
    FinishTimes times;
    const auto ranks = static_cast<int>(input.run.description.ranks.size());
    for (const CollectiveVisit& visit : input.visits) {
        const bool is_of_all = visit.purpose == VisitPurpose::sweep && visit.cell.ranks == ranks &&
                               visit.cell.root != no_index && visit.cell.mock_up == no_index &&
                               visit.finish_median.size() == static_cast<std::size_t>(ranks);
        if (is_of_all) times[any_ranks(visit.cell)][visit.cell.root].push_back(&visit);
    }
    return times;
}

double median_finish(const std::vector<const CollectiveVisit*>& visits, std::size_t rank) {
    std::vector<double> times;
    for (const CollectiveVisit* visit : visits) {
        if (!std::isnan(visit->finish_median[rank])) times.push_back(visit->finish_median[rank]);
    }
    return times.empty() ? std::nan("") : median_of(times);
}

RootMatrix matrix_of(const CollectiveInput& input, const CollectiveCell& cell,
                     const std::map<int, std::vector<const CollectiveVisit*>>& by_root) {
    const auto ranks = static_cast<Eigen::Index>(input.run.description.ranks.size());
    RootMatrix matrix{operation_of(input.run, cell), cell.message_length,
                      Eigen::MatrixXd::Constant(ranks, ranks, std::nan(""))};
    for (const auto& [root, visits] : by_root) {
        for (Eigen::Index rank = 0; rank < ranks; ++rank)
            matrix.finish_s(root, rank) = median_finish(visits, static_cast<std::size_t>(rank));
    }
    return matrix;
}

/// A broadcast or reduction along a tree makes neighbours late as well, so only these two tell ranks apart.
bool separates_ranks(const std::string& operation) {
    static const std::set<std::string> names{"gather", "scatter", "gatherv", "scatterv"};
    return names.contains(operation);
}

struct LateColumn {
    int rank = 0;
    double factor = 1;
    double extra_s = 0;
    std::int64_t length_bytes = 0;
    std::string operation;
};

/// Ranks that no root relieves: the least of their times over the roots is far above those of the others.
std::vector<LateColumn> late_columns(const RootMatrix& matrix) {
    const Eigen::VectorXd smallest = matrix.finish_s.colwise().minCoeff().transpose();
    std::vector<double> logarithms;
    for (const double time : smallest) logarithms.push_back(std::log(time));
    const Bulk bulk = bulk_of(logarithms);
    const double deviation = std::max(bulk.deviation, min_deviation);
    const double centre = std::exp(static_cast<double>(bulk.centre));
    std::vector<LateColumn> late;
    for (Eigen::Index rank = 0; rank < smallest.size(); ++rank) {
        const double excess = std::log(smallest[rank]) - bulk.centre;
        if (!(excess > min_deviations * deviation) || !(excess > std::log(min_column_ratio))) continue;
        late.push_back({static_cast<int>(rank), std::exp(excess), smallest[rank] - centre,
                        matrix.length_bytes, matrix.operation});
    }
    // Who is healthy is unknown where many are late.
    if (late.size() * 2 >= static_cast<std::size_t>(smallest.size())) late.clear();
    return late;
}

bool has_all_roots(const RootMatrix& matrix) {
    return !matrix.finish_s.hasNaN();
}

CollectiveFinding finding_of_columns(const CollectiveInput& input, const std::string& host,
                                     const std::vector<LateColumn>& columns) {
    const LateColumn& worst = *std::max_element(
        columns.begin(), columns.end(), [](const auto& a, const auto& b) { return a.factor < b.factor; });
    std::set<int> ranks;
    std::set<std::string> operations;
    for (const LateColumn& column : columns) {
        ranks.insert(column.rank);
        operations.insert(column.operation);
    }
    CollectiveFinding finding;
    finding.ranks.assign(ranks.begin(), ranks.end());
    finding.host = host;
    const bool whole_host = ranks_of_host(input.run, host).size() == ranks.size();
    finding.kind = whole_host ? FindingKind::slow_node : FindingKind::slow_rank;
    finding.factor = worst.factor;
    finding.extra_s = worst.extra_s;
    const std::string who = whole_host ? host : fmt::format("rank {} on {}", fmt::join(ranks, ", "), host);
    finding.sentence =
        fmt::format("{} is late in {} with every root: by {} with {} of {}, {} times what the others take",
                    who, fmt::join(operations, " and "), format_delay(worst.extra_s), worst.operation,
                    format_size(worst.length_bytes), format_plain(worst.factor));
    finding.evidence.push_back(fmt::format(
        "Of the {} tables of ranks by roots in which its least time stands out this is the clearest.",
        columns.size()));
    return finding;
}

/// Where a root takes long messages in the order of ranks, those behind a slow one are late as well: a table
/// in which a rank is late that another table, with fewer late ranks, names is explained by that one.
std::map<std::string, std::vector<LateColumn>> unexplained_columns(
    const CollectiveRun& run, std::vector<std::vector<LateColumn>> tables) {
    std::stable_sort(tables.begin(), tables.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    std::set<int> named;
    std::map<std::string, std::vector<LateColumn>> by_host;
    for (std::vector<LateColumn>& table : tables) {
        const auto is_named = [&](const LateColumn& column) { return named.contains(column.rank); };
        const bool is_explained = std::any_of(table.begin(), table.end(), is_named);
        for (LateColumn& column : table) {
            if (is_explained && !is_named(column)) continue;
            named.insert(column.rank);
            by_host[host_of_rank(run, column.rank)].push_back(std::move(column));
        }
    }
    return by_host;
}

void find_by_roots(const CollectiveInput& input, CollectiveDiagnosis& diagnosis) {
    std::vector<std::vector<LateColumn>> tables;
    std::size_t matrices = 0;
    for (const auto& [cell, by_root] : visits_by_root(input)) {
        RootMatrix matrix = matrix_of(input, cell, by_root);
        if (has_all_roots(matrix) && separates_ranks(matrix.operation) &&
            static_cast<std::size_t>(matrix.finish_s.cols()) >= min_ranks_to_compare) {
            ++matrices;
            tables.push_back(late_columns(matrix));
        }
        if (by_root.size() > 1) diagnosis.matrices.push_back(std::move(matrix));
    }
    for (const auto& [host, columns] : unexplained_columns(input.run, std::move(tables))) {
        // One of many tables may stand out by chance.
        if (matrices >= 4 && columns.size() < 2) continue;
        diagnosis.findings.push_back(finding_of_columns(input, host, columns));
    }
    const bool searched = std::any_of(input.visits.begin(), input.visits.end(), [](const auto& visit) {
        return visit.purpose == VisitPurpose::host_search || visit.purpose == VisitPurpose::without_suspect;
    });
    if (matrices == 0 && !searched) {
        diagnosis.remarks.emplace_back(
            "Which host is slow cannot be told: in an operation that waits for all, all are late together; "
            "take "
            "--roots all with gather and scatter, or --find-slow.");
    }
}

// --- without a host
// -----------------------------------------------------------------------------------------

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
    const auto ranks = static_cast<int>(input.run.description.ranks.size());
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

void find_by_exclusion(const CollectiveInput& input, CollectiveDiagnosis& diagnosis) {
    for (const auto& [cell, candidates] : visits_without(input)) {
        const auto all = with_all_hosts(input, cell);
        if (!all) continue;
        const std::string operation = operation_of(input.run, cell);
        const std::string what = cell.message_length > 0
                                     ? fmt::format("{} of {}", operation, format_size(cell.message_length))
                                     : operation;
        for (const WithoutHost& candidate : candidates) {
            const auto& [host, without] = candidate;
            // With fewer ranks there is less to do: a share of it at most in proportion.
            const double fewer =
                static_cast<double>(all->cell.ranks) / static_cast<double>(without.cell.ranks);
            if (!is_surely_longer(*all, without, (1 + diagnosis.min_effect) * fewer)) continue;
            if (!is_fastest_without(candidate, candidates, 1 + diagnosis.min_effect)) continue;
            CollectiveFinding finding;
            finding.kind = FindingKind::slow_node;
            finding.host = host;
            finding.ranks = ranks_of_host(input.run, host);
            finding.factor = all->time.value / without.time.value;
            finding.extra_s = all->time.value - without.time.value;
            finding.sentence =
                fmt::format("{} makes {} slow: it takes {} with all hosts and {} without this one", host,
                            what, format_delay(all->time.value), format_delay(without.time.value));
            finding.evidence.push_back(
                fmt::format("{} visits with all hosts, {} without it.", all->visits, without.visits));
            diagnosis.findings.push_back(std::move(finding));
        }
    }
}

// --- late starts
// --------------------------------------------------------------------------------------------

/// In how many visits each rank started late while the others did not.
void find_late_starters(const CollectiveInput& input, CollectiveDiagnosis& diagnosis) {
    constexpr double min_late_s = 1e-6;
    constexpr double min_late_fraction = 0.05;
    const std::size_t ranks = input.run.description.ranks.size();
    std::vector<std::size_t> late(ranks);
    std::vector<std::vector<double>> by(ranks);
    std::size_t visits = 0;
    for (const CollectiveVisit& visit : input.visits) {
        if (visit.lateness_median.size() != ranks || visit.cell.ranks < 3) continue;
        const double typical = median_of_numbers(visit.lateness_median);
        const double time = median_of_numbers(counted_times(visit, input.run.timing));
        const double max_late = std::max(min_late_s, min_late_fraction * time);
        if (std::isnan(typical) || typical > max_late) continue;
        ++visits;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            if (!(visit.lateness_median[rank] > max_late + typical)) continue;
            ++late[rank];
            by[rank].push_back(visit.lateness_median[rank]);
        }
    }
    if (visits < min_visits_late) return;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const double fraction = static_cast<double>(late[rank]) / static_cast<double>(visits);
        if (fraction < min_fraction_late) continue;
        CollectiveFinding finding;
        finding.kind = FindingKind::noisy_node;
        finding.ranks = {static_cast<int>(rank)};
        finding.host = host_of_rank(input.run, static_cast<int>(rank));
        finding.extra_s = median_of(by[rank]);
        finding.sentence = fmt::format("rank {} on {} starts late in {} of the visits, by {}", rank,
                                       finding.host, format_share(fraction), format_delay(finding.extra_s));
        finding.evidence.emplace_back("The other ranks start in time: look for what else runs on its core.");
        diagnosis.findings.push_back(std::move(finding));
    }
}

}  // namespace

void find_slow_hosts(const CollectiveInput& input, CollectiveDiagnosis& diagnosis) {
    find_by_exclusion(input, diagnosis);
    find_by_roots(input, diagnosis);
    find_late_starters(input, diagnosis);
}

}  // namespace fabricmap::diagnosis
