// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/problem/problem.hpp"

namespace fabricmap::placement {

/// No mapping costs less (Gilmore, Journal of the SIAM 10, 1962; Lawler, Management Science 9, 1963): the
/// heaviest messages of each rank over the least costs of each host, and the assignment of the one to the
/// other; above 512 ranks each rank's least instead.
[[nodiscard]] double lower_bound_of(const Problem& problem);

}  // namespace fabricmap::placement
