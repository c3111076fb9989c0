// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/classes.hpp"
#include "clusterizer/cluster_table.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::clusterizer {

/// What the user may choose about a clustering.
struct Settings {
    std::optional<double> threshold;  ///< relative; nothing: chosen by the noise of the values
    double absolute_threshold = 0;    ///< in the statistic's unit
    std::size_t exceptions = 2;       ///< lengths of a pair in a range
    std::size_t shortest_range = 3;   ///< lengths
    std::size_t memory_limit = std::size_t{1} << 30;
    unsigned threads = 1;
    /// Where a part of a run is clustered: lengths of all of it. As few pairs then stray from their classes
    /// as if it were clustered as a whole.
    std::size_t lengths_of_run = 0;
};

/// Lengths over which clusters are kept, what they start from, and the rule for those who join.
struct RangePlan {
    Planes planes;
    std::vector<std::vector<double>> seeds;  ///< centres of the classes, most populous first
    Rule rule;
};

/// How a stack will be clustered, decided by a sample of it.
struct Plan {
    Tolerance tolerance;
    double noise = 0;    ///< relative standard deviation
    std::string reason;  ///< why this threshold
    std::vector<RangePlan> ranges;
};

/// Reads the sample. A chosen threshold says what counts as the same: classes that it would join are joined.
/// Without one it is as wide as the noise needs, and classes stay apart that lie nearer than that. Ranges may
/// begin at `possible_begins` beside the places where the delays break.
[[nodiscard]] Plan make_plan(const DelayStack& stack, const Settings& settings, Workers& workers,
                             std::span<const std::size_t> possible_begins = {});

}  // namespace fabricmap::clusterizer
