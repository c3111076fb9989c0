// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/cell_summary.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// Jobs differ by more than visits of one: that an algorithm is faster is said of so many, at least.
inline constexpr std::size_t min_jobs_to_name_algorithm = 3;

/// Which algorithm of an operation is the fastest, at one length, on so many ranks.
struct BestAlgorithm {
    const CellSummary* library = nullptr;       ///< its own choice; null where it was not measured
    bool library_is_hidden = false;             ///< that was measured, but cannot be judged
    const CellSummary* best = nullptr;          ///< of the least time; null where none was forced
    std::vector<const CellSummary*> as_fast{};  ///< others that are not surely slower than that
    std::size_t jobs = 1;                       ///< in which both were measured
    bool is_separated = false;  ///< the library's choice is surely slower, by more than 5 %, in these jobs
    bool is_named = false;      ///< the same, and they are enough
    /// The library's choice takes no more than so many times the best one's time, by the intervals; NaN where
    /// that is not known.
    double max_ratio = 0;
};

/// Of cells that differ in the algorithm alone. What cannot be judged takes no part. `confidence`: of what
/// is compared.
[[nodiscard]] BestAlgorithm best_algorithm(const CollectiveRun& run,
                                           std::span<const CellSummary* const> alike,
                                           double confidence = default_confidence);

/// What makes Open MPI take it: "--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_bcast_algorithm 6".
/// `algorithm`: "6/binomial".
[[nodiscard]] std::string setting_of(std::string_view operation, std::string_view algorithm);

}  // namespace fabricmap
