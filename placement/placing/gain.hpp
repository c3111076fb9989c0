// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/placing/place.hpp"

namespace fabricmap::placement {

/// What one mapping saves of the delays of another, with its interval.
[[nodiscard]] Gain gain_of(const Valuer& valuer, const Value& after, const Value& before,
                           const PerRank<HostIndex>& found, const PerRank<HostIndex>& by_slot_hosts);

/// By the measured values alone. Needs HostDelays::measured.
[[nodiscard]] Gain gain_as_measured(const Pattern& pattern, const HostDelays& delays,
                                    const PerRank<HostIndex>& found, const PerRank<HostIndex>& by_slot_hosts);

/// The interval of what a model promises holds what the measured values say where those, which favour what
/// was chosen by them, say less.
void extend(Gain& promised, const Gain& measured);

}  // namespace fabricmap::placement
