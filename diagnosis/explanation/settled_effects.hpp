// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// The causes of a fit with what they add as large as it is: times with what the hosts of the part were taken
/// to differ by anyway, kinds with what the classes differ by in the end.
[[nodiscard]] std::vector<Cause> settled_causes(const Fit& fit);

}  // namespace fabricmap::diagnosis
