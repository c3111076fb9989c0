// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/best_algorithm.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fabricmap {
namespace {

constexpr double min_ratio_of_choice = 1.05;

bool is_library_choice(const CollectiveRun& run, const CellSummary& cell) {
    return cell.cell.algorithm == no_index || algorithm_of(run, cell.cell).starts_with("0/");
}

}  // namespace

BestAlgorithm best_algorithm(const CollectiveRun& run, std::span<const CellSummary* const> alike) {
    BestAlgorithm result;
    std::vector<const CellSummary*> forced;
    for (const CellSummary* const cell : alike) {
        if (cell->is_start_error || std::isnan(cell->time.value)) continue;
        if (is_library_choice(run, *cell)) {
            result.library = cell;
            continue;
        }
        forced.push_back(cell);
        if (result.best == nullptr || cell->time.value < result.best->time.value) result.best = cell;
    }
    if (result.best == nullptr) return result;
    for (const CellSummary* const cell : forced) {
        if (cell != result.best && !is_surely_longer(*cell, *result.best, 1)) result.as_fast.push_back(cell);
    }
    if (result.library == nullptr) {
        result.max_ratio = std::nan("");
        return result;
    }
    result.max_ratio = result.library->time.high / result.best->time.low;
    result.is_separated = is_surely_longer(*result.library, *result.best, min_ratio_of_choice);
    result.is_named = result.is_separated && result.library->jobs >= min_jobs_to_name_algorithm &&
                      result.best->jobs >= min_jobs_to_name_algorithm;
    return result;
}

std::string setting_of(std::string_view operation, std::string_view algorithm) {
    return fmt::format("--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_{}_algorithm {}", operation,
                       algorithm.substr(0, algorithm.find('/')));
}

}  // namespace fabricmap
