// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/best_algorithm.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fabricmap {
namespace {

constexpr double min_ratio_of_choice = 1.05;

/// How many times the one's time the other takes. Over jobs by pairs of values of the same job, whose mood
/// cancels out; with the confidence that all of `compared` need to hold together.
ValueInterval ratio_of(const CellSummary& longer, const CellSummary& shorter, std::size_t compared) {
    if (longer.jobs < 2 || longer.jobs != shorter.jobs) {
        return {longer.time.value / shorter.time.value, longer.time.low / shorter.time.high,
                longer.time.high / shorter.time.low};
    }
    std::vector<double> ratios;
    ratios.reserve(longer.jobs);
    for (std::size_t job = 0; job < longer.jobs; ++job)
        ratios.push_back(longer.visit_medians[job] / shorter.visit_medians[job]);
    return interval_over_jobs(ratios, 1 - (1 - default_confidence) / static_cast<double>(compared));
}

bool is_longer(const CellSummary& longer, const CellSummary& shorter, double min_ratio,
               std::size_t compared) {
    const ValueInterval ratio = ratio_of(longer, shorter, compared);
    return std::isnan(ratio.low) ? is_surely_longer(longer, shorter, min_ratio) : ratio.low > min_ratio;
}

bool is_library_choice(const CollectiveRun& run, const CellSummary& cell) {
    return cell.cell.algorithm == no_index || algorithm_of(run, cell.cell).starts_with("0/");
}

}  // namespace

BestAlgorithm best_algorithm(const CollectiveRun& run, std::span<const CellSummary* const> alike) {
    BestAlgorithm result;
    std::vector<const CellSummary*> forced;
    for (const CellSummary* const cell : alike) {
        if (cell->is_start_error || std::isnan(cell->time.value)) {
            result.library_is_hidden |= cell->is_start_error && is_library_choice(run, *cell);
            continue;
        }
        if (is_library_choice(run, *cell)) {
            result.library = cell;
            continue;
        }
        forced.push_back(cell);
        if (result.best == nullptr || cell->time.value < result.best->time.value) result.best = cell;
    }
    if (result.best == nullptr) return result;
    for (const CellSummary* const cell : forced) {
        if (cell != result.best && !is_longer(*cell, *result.best, 1, forced.size()))
            result.as_fast.push_back(cell);
    }
    if (result.library == nullptr) {
        result.max_ratio = std::nan("");
        return result;
    }
    result.max_ratio = ratio_of(*result.library, *result.best, forced.size()).high;
    result.is_separated = is_longer(*result.library, *result.best, min_ratio_of_choice, forced.size());
    result.is_named = result.is_separated && result.library->jobs >= min_jobs_to_name_algorithm &&
                      result.best->jobs >= min_jobs_to_name_algorithm;
    return result;
}

std::string setting_of(std::string_view operation, std::string_view algorithm) {
    operation =
        operation.substr(0, operation.find(':'));  // what it is called with is no matter of the setting
    return fmt::format("--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_{}_algorithm {}", operation,
                       algorithm.substr(0, algorithm.find('/')));
}

}  // namespace fabricmap
