// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/incomplete_ranks.hpp"
#include "tracing/reading/rank_clock.hpp"
#include "tracing/reading/recording.hpp"
#include "tracing/reading/source_lines.hpp"

#include <vector>

namespace fabricmap::tracing {

/// Says of ranks that were killed in which call, or after which, they were when their file was written last.
/// `clocks`: of all ranks.
void add_last_calls(const Recording& recording, const std::vector<RankClock>& clocks, SourceLines& lines,
                    std::vector<IncompleteRank>& ranks);

}  // namespace fabricmap::tracing
