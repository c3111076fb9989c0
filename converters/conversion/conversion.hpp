// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/progress.hpp"
#include "converters/conversion/options.hpp"
#include "converters/conversion/selection.hpp"
#include "netcdf_schema/run/run.hpp"

#include <vector>

namespace fabricmap::converters {

/// What a format is given to convert.
struct Conversion {
    const Options& options;
    const Run& run;
    const DelayStack& stack;  ///< of the statistic chosen
    Selection selection;
    Progress& progress;
    const std::vector<Run>& beside;  ///< see Options::beside
};

/// What becomes of the pairs of a rank with itself: they stay where the mode measures them, and where the
/// user names one.
[[nodiscard]] Diagonal diagonal_of(const Conversion& conversion);

}  // namespace fabricmap::converters
