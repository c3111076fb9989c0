// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/comparison/sides.hpp"
#include "diagnosis/residual/case.hpp"

#include <functional>
#include <vector>

namespace fabricmap::diagnosis {

/// Above, the ranks of runs show nothing.
inline constexpr double max_chance_of_change = 0.05;

/// What explains in the fewest words how two sets of runs differ: regressions and improvements of the machine
/// and of its parts. `subject`: of the first run on the common ground. `step` is called now and then, and may
/// throw to end it. Memory: hosts² floats for each run and band.
[[nodiscard]] std::vector<Finding> find_changes(const Case& subject, const Sides& sides,
                                                const std::function<void()>& step);

}  // namespace fabricmap::diagnosis
