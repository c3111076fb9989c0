// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/plan.hpp"
#include "clusterizer/sample.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fabricmap::clusterizer {

/// How the pairs of some lengths would be clustered, seen from one of so many sampled pairs.
using RangePlanner = std::function<RangePlan(const Planes&, std::size_t)>;

/// The lengths to be divided into ranges, and places where one may begin whatever the curves do.
struct Division {
    std::span<const std::int64_t> lengths;
    std::span<const std::size_t> possible_begins;
};

/// The ranges that take the fewest bytes in an archive, ascending, without gaps. They begin and end at breaks
/// of the classes' curves, at quarters of the sweep or where the division says; the bytes are those of a part
/// of the sample.
[[nodiscard]] std::vector<Planes> choose_ranges(const Sample& sample, const Classes& classes,
                                                const Division& division, const Settings& settings,
                                                const RangePlanner& planner, Workers& workers);

}  // namespace fabricmap::clusterizer
