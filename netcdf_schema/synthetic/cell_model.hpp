// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/cell_statistics.hpp"
#include "netcdf_schema/synthetic/delay_model.hpp"

#include <cstdint>
#include <span>

namespace fabricmap {

/// How stored values stray.
struct Straying {
    bool heavy_tails = false;
    std::int64_t samples = 1;  ///< behind each stored value
};

/// One statistic of a pair, drawn with `bits`: the same bits give the same sample behind all statistics.
///
/// The median strays from the true delay as the scenario says: delay × (1 + noise × z), z normal or t with 4
/// degrees of freedom scaled to variance 1. The samples behind it are log-normal about it, as wide as makes
/// their median stray that much (the median of n has a deviation of √(π/2n) of theirs), and extremes, average
/// and deviation are drawn as n of them would have them, so that min ≤ median ≤ max and min ≤ average ≤ max.
[[nodiscard]] double draw(Statistic statistic, const TrueDelay& truth, const Straying& straying,
                          std::uint64_t bits);

/// The wanted statistics of a pair, from the same bits; the others stay 0.
[[nodiscard]] CellStatistics draw_cell(std::span<const Statistic> wanted, const TrueDelay& truth,
                                       const Straying& straying, std::uint64_t bits);

}  // namespace fabricmap
