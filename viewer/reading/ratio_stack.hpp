// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/reading/shared_stack.hpp"

#include <memory>

namespace fabricmap::viewer {

/// How far samples stray: deviation / median of one run, read when it is asked for. NaN where the median is 0
/// or was not measured. Throws UsageError where the two have no length in common or not the same ranks.
[[nodiscard]] std::shared_ptr<const DelayStack> spread_of(std::shared_ptr<const DelayStack> deviation,
                                                          std::shared_ptr<const DelayStack> median);

/// `now` / `then`, read when it is asked for: the ranks of `now` and the lengths that both have. Ranks are
/// matched by their host and their place among its ranks; where a run tells no hosts, by their number. NaN
/// where a rank has no partner, the earlier value is 0 or one of the two was not measured. Throws UsageError
/// where the runs are of different modes or have no length or no rank in common, FileError where the
/// statistic is not there.
[[nodiscard]] std::shared_ptr<const DelayStack> comparison_of(const Opened& now, const Opened& then,
                                                              Statistic statistic);

}  // namespace fabricmap::viewer
