// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/patterns/pattern.hpp"
#include "placement/problem/problem.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace fabricmap::placement {

/// Costs between hosts and how much of each a flow has: its cost is the sum over planes of
/// weight × plane(sender's host, receiver's host).
struct Weighing {
    std::vector<HostMatrix> planes;
    /// Adds the flow's weight on each plane to `weights`.
    std::vector<double> lengths;  ///< of the planes where they are delays, ascending
    enum class By { delay, arcs, bytes } by = By::delay;

    void add_weights(const Flow& flow, std::vector<double>& weights) const;
    /// One more plane beside those of delays: what each byte costs.
    void add_cost_of_bytes(HostMatrix plane) { planes.push_back(std::move(plane)); }
};

/// At most that many lengths stand for all messages.
inline constexpr std::size_t max_planes = 8;

/// The lengths at which delays are needed: those of the messages or, where there are more than max_planes,
/// some of those measured, between which straight lines lie.
[[nodiscard]] std::vector<double> planes_needed(const Pattern& pattern,
                                                const std::vector<std::int64_t>& measured);

/// Delays of all messages. `hosts`: those of `delays` that are used, in their order.
[[nodiscard]] Weighing weigh_delays(const Pattern& pattern, const HostDelays& delays,
                                    const PerPlace<HostIndex>& hosts);

/// `capacity`: of each host of the planes; its sum is at least the pattern's ranks.
[[nodiscard]] Problem problem_of(const Pattern& pattern, const Weighing& weighing,
                                 const PerPlace<int>& capacity);

/// Rows and columns of some hosts.
[[nodiscard]] HostMatrix rows_and_columns(const HostMatrix& plane, const PerPlace<HostIndex>& hosts);

}  // namespace fabricmap::placement
