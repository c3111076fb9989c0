// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/cell_plan.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "collective_test/visits/buffer_pool.hpp"
#include "collective_test/visits/cell_names.hpp"
#include "collective_test/visits/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::collective_test {
namespace {

/// In the run's matrices. A root that is none of those that take part is left out.
std::vector<int> roots_among(const PlanTerms& terms, int ranks) {
    const Roots& roots = terms.options.roots;
    const std::vector<int> members =
        pick_members(terms.roster.endpoints(), terms.locations, ranks, terms.options.pick);
    std::vector<int> chosen;
    for (const int member : members) {
        const int rank = terms.roster.matrix_rank(member);
        if (roots.all || rank == roots.rank.value_or(rank)) chosen.push_back(rank);
        if (!chosen.empty() && !roots.all) return chosen;
    }
    if (!chosen.empty()) return chosen;
    throw UsageError(
        fmt::format("--roots {}: that rank does not take part where {} ranks do; leave those out (--ranks), "
                    "or take another root",
                    *roots.rank, ranks));
}

std::vector<std::int64_t> lengths_for(const Options& options, const Operation& operation) {
    std::vector<std::int64_t> asked = options.lengths;
    if (options.adaptive) asked = {options.adaptive->first_bytes, options.adaptive->last_bytes};
    std::vector<std::int64_t> lengths;
    lengths.reserve(asked.size());
    for (const std::int64_t length : asked) lengths.push_back(length_of(operation, length));
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    return lengths;
}

/// By index of the run's list; no_index: as the library decides.
std::vector<int> algorithms_for(const PlanTerms& terms, const Operation& operation) {
    if (!terms.options.forces_algorithms()) return {no_index};
    std::vector<int> algorithms;
    const std::string prefix = fmt::format("{}/", operation.name);
    for (std::size_t k = 0; k < terms.run.algorithms.size(); ++k) {
        if (terms.run.algorithms[k].starts_with(prefix)) algorithms.push_back(static_cast<int>(k));
    }
    if (algorithms.empty() || terms.options.all_algorithms ||
        std::count(terms.options.algorithms.begin(), terms.options.algorithms.end(), 0) > 0)
        algorithms.insert(algorithms.begin(), no_index);
    return algorithms;
}

/// Of the operation, all algorithms, ranks, roots and lengths.
std::vector<CollectiveCell> cells_of(const PlanTerms& terms, const Operation& operation) {
    std::vector<CollectiveCell> cells;
    CollectiveCell cell;
    cell.operation = index_in(terms.run.operations, operation.name);
    for (const int algorithm : algorithms_for(terms, operation)) {
        cell.algorithm = algorithm;
        for (const int ranks :
             rank_counts(terms.options.ranks, static_cast<int>(terms.roster.endpoints().size()))) {
            cell.ranks = ranks;
            for (const int root : operation.has_root ? roots_among(terms, ranks) : std::vector{no_index}) {
                cell.root = root;
                for (const std::int64_t length : lengths_for(terms.options, operation)) {
                    cell.message_length = length;
                    cells.push_back(cell);
                }
            }
        }
    }
    return cells;
}

BufferNeed need_with_mock_ups(const PlanTerms& terms, CollectiveCell cell) {
    BufferNeed need = largest_need(terms.run, cell);
    if (!terms.options.guidelines) return need;
    for (const MockUp& mock_up : mock_ups()) {
        if (mock_up.operation != operation_of(terms.run, cell).name) continue;
        cell.mock_up = index_in(terms.run.mock_ups, mock_up.name);
        need = larger(need, largest_need(terms.run, cell));
    }
    return need;
}

}  // namespace

std::string reason_to_leave_out(const PlanTerms& terms, const CollectiveCell& cell) {
    const Operation& operation = operation_of(terms.run, cell);
    const std::string_view reason =
        unsupported_reason(operation, cell.message_length, cell.ranks, terms.simulated);
    if (!reason.empty()) return std::string(reason);
    const auto algorithm = algorithm_of(terms.run, cell);
    if (algorithm && !algorithm->suits(cell.ranks)) return "that algorithm is for two ranks alone";
    const double bytes = BufferPool::bytes(need_with_mock_ups(terms, cell), terms.options.cold);
    if (terms.allowed_bytes < 0 || bytes <= terms.allowed_bytes) return {};
    return fmt::format("a rank would need {} and may use {} (--max-memory)", format_bytes(bytes),
                       format_bytes(terms.allowed_bytes));
}

CellPlan plan_cells(const PlanTerms& terms) {
    CellPlan plan;
    for (const Operation* const operation : terms.options.operations) {
        for (const CollectiveCell& cell : cells_of(terms, *operation)) {
            const std::string reason = reason_to_leave_out(terms, cell);
            if (!reason.empty()) {
                plan.left_out.push_back({cell, reason});
                continue;
            }
            plan.cells.push_back(cell);
            plan.largest = larger(plan.largest, need_with_mock_ups(terms, cell));
        }
    }
    if (plan.cells.empty()) {
        throw UsageError(fmt::format("nothing can be measured: {}: {}",
                                     cell_text(terms.run, plan.left_out.front().cell),
                                     plan.left_out.front().reason));
    }
    return plan;
}

CollectiveCell cell_at(const CollectiveCell& cell, const CollectiveRun& run, std::int64_t message_length) {
    CollectiveCell other = cell;
    other.message_length = length_of(operation_of(run, cell), message_length);
    return other;
}

std::vector<CollectiveCell> start_error_cells(const CollectiveRun& run, int ranks) {
    std::vector<CollectiveCell> cells;
    for (const std::string_view name : {"wait_null", "wait_up", "wait_down"}) {
        CollectiveCell cell;
        cell.operation = index_in(run.operations, name);
        cell.ranks = ranks;
        cells.push_back(cell);
    }
    return cells;
}

}  // namespace fabricmap::collective_test
