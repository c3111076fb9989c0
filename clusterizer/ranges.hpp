// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/plan.hpp"
#include "clusterizer/sample.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fabricmap::clusterizer {

/// How the pairs of some lengths would be clustered; the second is the stride of the sampled pairs to look
/// at.
using RangePlanner = std::function<RangePlan(const Planes&, std::size_t)>;

/// The ranges that take the fewest bytes in an archive, ascending, without gaps. They begin and end at breaks
/// of the classes' curves or at quarters of the sweep; the bytes are those of a part of the sample.
[[nodiscard]] std::vector<Planes> choose_ranges(const Sample& sample, const Classes& classes,
                                                std::span<const std::int64_t> lengths,
                                                const Settings& settings, const RangePlanner& planner,
                                                Workers& workers);

}  // namespace fabricmap::clusterizer
