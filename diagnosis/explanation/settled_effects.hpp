// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// The causes of a fit with what they add as large as it is: times with what the hosts of the part were taken
/// to differ by anyway, kinds with what the classes differ by in the end.
[[nodiscard]] std::vector<Cause> settled_causes(const Fit& fit);

/// Settles whether uplinks are slow on one side or both, which the search may have taken for each other.
void settle_sides_of_uplinks(const Fit& fit, std::vector<Cause>& causes);

}  // namespace fabricmap::diagnosis
