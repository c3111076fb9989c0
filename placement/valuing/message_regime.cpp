// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/message_regime.hpp"

#include "placement/problem/weighing.hpp"

namespace fabricmap::placement {
namespace {

/// Between different hosts, where there are such.
double mean_between_hosts(const HostMatrix& plane) {
    const auto sum = static_cast<double>(plane.sum());
    const auto within = static_cast<double>(plane.matrix().trace());
    const auto hosts = static_cast<double>(plane.rows());
    return hosts < 2 ? within : (sum - within) / (hosts * (hosts - 1));
}

}  // namespace

double transfer_ratio_of(const Pattern& pattern, const HostDelays& delays, const Slots& slots) {
    const Weighing weighing = weigh_delays(pattern, delays, slots.hosts);
    std::vector<double> weights(weighing.planes.size());
    for (const Flow& flow : pattern.flows) weighing.add_weights(flow, weights);
    double sum = 0;
    for (std::size_t k = 0; k < weights.size(); ++k)
        sum += weights[k] * mean_between_hosts(weighing.planes[k]);
    const double shortest = mean_between_hosts(rows_and_columns(delays.shortest_plane(), slots.hosts));
    const double messages = pattern.messages();
    return messages > 0 && shortest > 0 ? sum / (messages * shortest) : 1;
}

}  // namespace fabricmap::placement
