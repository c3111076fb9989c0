// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/causes/placed_wait.hpp"
#include "rules/records/records.hpp"
#include "tracing/model/trace.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::rules {

/// What ranks did between two calls, or in one, that others waited for in the end.
struct RootCause {
    std::string
        after;  ///< line of the call before, of most seconds; empty where there is none or it is not known
    std::string at;              ///< line of the call that follows, or of the one that it is in
    bool is_after_init = false;  ///< that line is of MPI_Init
    bool is_call = false;
    bool is_launch = false;                          ///< it comes late to MPI_Init
    bool is_unseen = false;                          ///< not known: its calls are missing
    double seconds = 0;                              ///< of all that waited
    std::map<std::int64_t, double> seconds_by_rank;  ///< by the ranks that did it
    std::set<std::int64_t> waiting;                  ///< ranks
    std::uint64_t waits = 0;
};

/// What the waits come from in the end, and of each rule the seconds for ranks that had not waited
/// themselves.
struct RootCauses {
    std::vector<RootCause>
        causes;  ///< the most seconds first, what was launched late last; each second of a wait counts once
    std::vector<double> direct_seconds;
    std::vector<double> unseen_seconds;  ///< of each rule those for ranks whose calls are missing
};

/// A wait is for what the rank that comes late did more of than the one that waits since both were in step
/// last; where that was to wait, for what that wait was for (after the delays of Boehme et al., "Identifying
/// the root causes of wait states in large-scale parallel applications", 2010 and 2016). `waits`: of each
/// rule those that it found; `unseen`: calls that may have waited for ranks whose calls are missing, for
/// which nobody else is named.
[[nodiscard]] RootCauses root_causes(const tracing::Trace& trace, Records& records,
                                     const std::vector<std::span<const PlacedWait>>& waits,
                                     std::span<const PlacedWait> unseen = {});

}  // namespace fabricmap::rules
