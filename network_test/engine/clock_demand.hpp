// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/plane_digest.hpp"

#include <optional>

namespace fabricmap::network_test {

/// What a delay between two clocks must be to be meaningful: at least so many times their error, which is
/// then 5 % of it at most.
inline constexpr double min_errors_in_delay = 20;

/// The quickest pair of the plane whose ranks have different clocks, where it is too quick for clocks that
/// may be wrong by that; nothing where they are good enough. `hosts_share_clock`: the ranks of a host share a
/// clock, so that their delays are exact.
[[nodiscard]] std::optional<PlaneDigest::Extreme> too_quick_for_clocks(const PlaneDigest& plane,
                                                                       double clock_error_bound_s,
                                                                       bool hosts_share_clock);

/// Throws RunError with the numbers and the remedy where a plane of `--timing synchronized` has such a pair.
void refuse_coarse_clocks(const PlaneDigest& plane, double clock_error_bound_s, bool hosts_share_clock);

}  // namespace fabricmap::network_test
