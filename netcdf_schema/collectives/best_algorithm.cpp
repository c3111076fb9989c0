// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/best_algorithm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap {
namespace {

constexpr double min_ratio_of_choice = 1.05;

/// Of each job in which both were measured: how many times the one's time the other takes.
std::vector<double> ratios_of_jobs(const CellSummary& longer, const CellSummary& shorter) {
    std::vector<double> ratios;
    for (std::size_t at = 0; at < longer.job_of_value.size(); ++at) {
        const auto& jobs = shorter.job_of_value;
        const auto same = std::find(jobs.begin(), jobs.end(), longer.job_of_value[at]);
        if (same == jobs.end()) continue;
        const auto other = static_cast<std::size_t>(same - jobs.begin());
        ratios.push_back(longer.visit_medians[at] / shorter.visit_medians[other]);
    }
    return ratios;
}

/// How many times the one's time the other takes. Over jobs by pairs of values of the same job, whose mood
/// cancels out.
ValueInterval ratio_of(const CellSummary& longer, const CellSummary& shorter, double confidence) {
    const std::vector<double> ratios = ratios_of_jobs(longer, shorter);
    if (ratios.size() < 2) {
        return {longer.time.value / shorter.time.value, longer.time.low / shorter.time.high,
                longer.time.high / shorter.time.low};
    }
    return interval_over_jobs(ratios, confidence);
}

bool is_longer(const CellSummary& longer, const CellSummary& shorter, double min_ratio, double confidence) {
    const ValueInterval ratio = ratio_of(longer, shorter, confidence);
    return std::isnan(ratio.low) ? is_surely_longer(longer, shorter, min_ratio) : ratio.low > min_ratio;
}

bool is_library_choice(const CollectiveRun& run, const CellSummary& cell) {
    return cell.cell.algorithm == no_index || algorithm_of(run, cell.cell).starts_with("0/");
}

}  // namespace

BestAlgorithm best_algorithm(const CollectiveRun& run, std::span<const CellSummary* const> alike,
                             double confidence) {
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
    // What all that are compared need to hold together.
    const double of_each = 1 - (1 - confidence) / static_cast<double>(forced.size());
    for (const CellSummary* const cell : forced) {
        if (cell != result.best && !is_longer(*cell, *result.best, 1, of_each))
            result.as_fast.push_back(cell);
    }
    if (result.library == nullptr) {
        result.max_ratio = std::nan("");
        return result;
    }
    result.max_ratio = ratio_of(*result.library, *result.best, of_each).high;
    result.is_separated = is_longer(*result.library, *result.best, min_ratio_of_choice, of_each);
    result.jobs = std::max<std::size_t>(ratios_of_jobs(*result.library, *result.best).size(), 1);
    result.is_named = result.is_separated && result.jobs >= min_jobs_to_name_algorithm;
    return result;
}

std::string setting_of(std::string_view operation, std::string_view algorithm) {
    operation =
        operation.substr(0, operation.find(':'));  // what it is called with is no matter of the setting
    return fmt::format("--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_{}_algorithm {}", operation,
                       algorithm.substr(0, algorithm.find('/')));
}

}  // namespace fabricmap
