// SPDX-License-Identifier: Apache-2.0
#include "placement/placing/gain.hpp"

#include "placement/valuing/doubt.hpp"

#include <algorithm>

namespace fabricmap::placement {
namespace {

constexpr double z_of_95_percent = 1.96;

}  // namespace

Gain gain_of(const Valuer& valuer, const Value& after, const Value& before, const PerRank<HostIndex>& found,
             const PerRank<HostIndex>& by_slot_hosts) {
    const double ratio = after.delay_s / before.delay_s;
    const Doubt doubt = doubt_of(valuer, found, by_slot_hosts);
    const double stray = z_of_95_percent * ratio * doubt.noise;
    // What was taken for noise may have been none, and what was kept may be some: the search looks for pairs
    // whose noise is in its favour.
    const double shift = ratio * doubt.shift;
    const double doubtful = ratio * doubt.doubtful;
    return {1 - ratio, 1 - ratio - stray - std::max({0.0, shift, -doubtful}),
            1 - ratio + stray + std::max({0.0, -shift, doubtful})};
}

Gain gain_as_measured(const Pattern& pattern, const HostDelays& delays, const PerRank<HostIndex>& found,
                      const PerRank<HostIndex>& by_slot_hosts) {
    const Valuer valuer(pattern, delays, Valuer::By::measured);
    const double ratio = valuer.value(found).delay_s / valuer.value(by_slot_hosts).delay_s;
    const double stray = z_of_95_percent * ratio * noise_as_measured(valuer, found, by_slot_hosts);
    return {1 - ratio, 1 - ratio - stray, 1 - ratio + stray};
}

void extend(Gain& promised, const Gain& measured) {
    if (measured.gain < promised.low) promised.low = measured.low;
}

}  // namespace fabricmap::placement
