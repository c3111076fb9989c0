// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/slow_samples.hpp"

namespace fabricmap::diagnosis {

/// Of those hosts the many, a quarter of them at least, whose slow samples stand out from those of the
/// others: fewer do so one by one. The rate of a pair is taken as the sum of what its two hosts add. None
/// where the hosts are not of two kinds: where rates merely differ, or too few hosts would be left.
[[nodiscard]] HostList hosts_that_share_slow_samples(const SampleCounts& counts, const HostList& hosts);

}  // namespace fabricmap::diagnosis
