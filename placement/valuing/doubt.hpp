// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/patterns/pattern.hpp"
#include "placement/valuing/value.hpp"

namespace fabricmap::placement {

/// How far the logarithm of the ratio of two mappings' delays may be off.
struct Doubt {
    /// Standard deviation: from the noise of what was measured, also of what it is extrapolated by; from
    /// pairs that were not measured; from thresholds that may lie between lengths far apart.
    double noise = 0;
    double shift = 0;     ///< what it would be moved by if nothing had been taken for noise
    double doubtful = 0;  ///< what of it is only there if what was kept of noisy pairs is no noise
};

/// `after`, `before`: among the hosts of the valuer's delays.
[[nodiscard]] Doubt doubt_of(const Valuer& valuer, const PerRank<HostIndex>& after,
                             const PerRank<HostIndex>& before);

/// The same of a valuer by what was measured: the noise of its single values.
[[nodiscard]] double noise_as_measured(const Valuer& valuer, const PerRank<HostIndex>& after,
                                       const PerRank<HostIndex>& before);

/// The fraction of the bytes that lie in messages longer than any measured.
[[nodiscard]] double bytes_beyond(const Pattern& pattern, const HostDelays& delays);

}  // namespace fabricmap::placement
