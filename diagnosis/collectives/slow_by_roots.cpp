// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/collectives/slow_hosts.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace fabricmap::diagnosis {
namespace {

/// How far a rank's least time must lie above those of the others: in their deviations, and as a ratio.
constexpr double min_deviations = 6;
constexpr double min_column_ratio = 1.2;
/// What is so far above that is so in 95 of 100 runs.
constexpr double deviations_to_be_above = 1.65;
constexpr std::size_t min_ranks_to_compare = 4;

/// When each rank was through, by root: element (x, y) is rank y's time with root x. NaN where unknown.
struct RootMatrix {
    std::string operation;
    std::int64_t length_bytes = 0;
    Eigen::MatrixXd finish_s;
};

/// For each cell of all ranks: by root, by rank, the finish medians of its visits.
using FinishTimes = std::map<CollectiveCell, std::map<int, std::vector<const CollectiveVisit*>>>;

FinishTimes visits_by_root(const CollectiveInput& input) {
    FinishTimes times;
    const auto taking_part = static_cast<int>(ranks_taking_part(input.run).size());
    for (const CollectiveVisit& visit : input.visits) {
        const bool is_of_all = visit.purpose == VisitPurpose::sweep && visit.cell.ranks == taking_part &&
                               visit.cell.root != no_index && visit.cell.mock_up == no_index &&
                               visit.finish_median.size() == input.run.description.ranks.size();
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

struct LateColumns {
    std::vector<LateColumn> columns;
    double min_factor = 1;  ///< of what would have been found
};

/// Ranks that no root relieves: the least of their times over the roots is far above those of the others.
LateColumns late_columns(const RootMatrix& matrix, const std::vector<int>& ranks) {
    std::vector<double> smallest;
    std::vector<double> logarithms;
    for (const int rank : ranks) {
        smallest.push_back(matrix.finish_s(ranks, rank).minCoeff());
        logarithms.push_back(std::log(smallest.back()));
    }
    const Bulk bulk = bulk_of(logarithms);
    const double deviation = std::max(bulk.deviation, min_deviation);
    const double centre = std::exp(static_cast<double>(bulk.centre));
    const double min_excess = std::max(min_deviations * deviation, std::log(min_column_ratio));
    std::vector<LateColumn> late;
    for (std::size_t column = 0; column < ranks.size(); ++column) {
        const double excess = std::log(smallest[column]) - bulk.centre;
        if (!(excess > min_excess)) continue;
        late.push_back({ranks[column], std::exp(excess), smallest[column] - centre, matrix.length_bytes,
                        matrix.operation});
    }
    // Who is healthy is unknown where many are late.
    if (late.size() * 2 >= ranks.size()) late.clear();
    return {std::move(late), std::exp(min_excess + deviations_to_be_above * deviation)};
}

bool has_all_roots(const RootMatrix& matrix, const std::vector<int>& ranks) {
    return !matrix.finish_s(ranks, ranks).hasNaN();
}

Finding finding_of_columns(const CollectiveInput& input, const std::string& host,
                           const std::vector<LateColumn>& columns) {
    const LateColumn& worst = *std::max_element(
        columns.begin(), columns.end(), [](const auto& a, const auto& b) { return a.factor < b.factor; });
    std::set<int> ranks;
    std::set<std::string> operations;
    for (const LateColumn& column : columns) {
        ranks.insert(column.rank);
        operations.insert(column.operation);
    }
    const bool whole_host = ranks_of_host(input.run, host).size() == ranks.size();
    Finding finding;
    finding.kind = whole_host ? FindingKind::slow_node : FindingKind::slow_rank;
    if (ranks.size() == 1 && !whole_host) {
        finding.part = part::Rank{*ranks.begin(), host};
    } else {
        finding.part = part::Host{host};
    }
    finding.ranks.assign(ranks.begin(), ranks.end());
    finding.predicate = {"is late in {} with every root: by {} with {} of {}, {} times what the others take",
                         {joined_by(operations, " and "), format_delay(worst.extra_s), worst.operation,
                          format_size(worst.length_bytes), format_factor(worst.factor)}};
    finding.effect = Effect{worst.factor, no_interval};
    finding.evidence.extra_s = worst.extra_s;
    finding.evidence.notes.push_back(
        {"Of the {} tables of ranks by roots in which its least time stands out this is the clearest.",
         {std::to_string(columns.size())}});
    if (ranks.size() > 1 && !whole_host)
        finding.evidence.notes.push_back({"Of its ranks these alone: {}.", {joined_by(ranks, ", ")}});
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

}  // namespace

FactorsByLength find_by_roots(const CollectiveInput& input, Diagnosis& diagnosis) {
    const std::vector<int> ranks = ranks_taking_part(input.run);
    std::vector<std::vector<LateColumn>> tables;
    FactorsByLength factors;
    for (const auto& [cell, by_root] : visits_by_root(input)) {
        const RootMatrix matrix = matrix_of(input, cell, by_root);
        if (has_all_roots(matrix, ranks) && separates_ranks(matrix.operation) &&
            ranks.size() >= min_ranks_to_compare) {
            LateColumns late = late_columns(matrix, ranks);
            factors[matrix.length_bytes].push_back(late.min_factor);
            tables.push_back(std::move(late.columns));
        }
    }
    // One of many tables may stand out by chance.
    const std::size_t min_tables = tables.size() >= 4 ? 2 : 1;
    for (const auto& [host, columns] : unexplained_columns(input.run, std::move(tables))) {
        if (columns.size() < min_tables) continue;
        add_or_join(finding_of_columns(input, host, columns), diagnosis.findings);
    }
    return factors;
}

void note_hidden_hosts(const CollectiveInput& input, Diagnosis& diagnosis) {
    if (ranks_taking_part(input.run).size() < min_ranks_to_compare) return;
    diagnosis.not_examined.push_back(
        {"slow hosts",
         "in an operation that waits for all, all are late together; measure with --roots all and gather "
         "or scatter, or with --find-slow"});
}

}  // namespace fabricmap::diagnosis
