// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/adapters.hpp"

#include <algorithm>

namespace fabricmap::placement {

double adapter_seconds_a_byte(const HostDelays& delays) {
    const Eigen::Index last = std::ssize(delays.lengths) - 1;
    if (last == 0 || delays.host_count() < 2) return 0;
    const double seconds = delays.mean_between_hosts(last) - delays.mean_between_hosts(0);
    return std::max(0.0, seconds / static_cast<double>(delays.lengths[last] - delays.lengths[0]));
}

HostMatrix adapter_seconds(const HostDelays& delays, const PerPlace<int>& capacity) {
    const Eigen::Index hosts = std::ssize(capacity);
    HostMatrix seconds = HostMatrix::Zero(hosts, hosts);
    const double of_byte = adapter_seconds_a_byte(delays);
    for (const PlaceIndex from : capacity.indices())
        seconds.row(from).setConstant(static_cast<float>((capacity[from] - 1) * of_byte));
    seconds.matrix().diagonal().setZero();
    return seconds;
}

}  // namespace fabricmap::placement
