// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/collective_run.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace fabricmap {

/// The times of one cell that count. A run's lateness is known before it begins, so that choosing by it
/// favours no result: a run counts when it was late by at most 1 µs or 5 % of the cell's median. Where fewer
/// than half of the runs were as punctual, all of them count.
struct CellTimes {
    std::vector<double> visit_medians;  ///< of the runs that count; visits without any have none
    std::vector<double> counted;        ///< of all visits, in their order; seconds
    std::size_t runs = 0;               ///< that were made
    std::size_t punctual = 0;
    bool all_count = false;  ///< no run was on time: the times hold late starts, too
    double lateness = 0;     ///< median over the runs; 0 without a common start
};

/// Visits of one cell, in their order; what is NaN is no run.
[[nodiscard]] CellTimes cell_times(std::span<const CollectiveVisit* const> visits, CollectiveTiming timing);

/// What a wait of that name should read on so many ranks: "wait_null" 0, "wait_up" and "wait_down" a
/// microsecond a rank.
[[nodiscard]] double time_of_wait_s(std::string_view operation, int ranks) noexcept;

/// Whether a value is more the error of starting its runs together than what it is a value of: by what waits
/// of known length are misread, or, where all runs count, by how late they began.
[[nodiscard]] bool is_mostly_start_error(double value_s, const CellTimes& times,
                                         double start_error_s) noexcept;

}  // namespace fabricmap
