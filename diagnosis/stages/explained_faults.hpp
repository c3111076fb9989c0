// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/residual/case.hpp"

#include <functional>
#include <vector>

namespace fabricmap::diagnosis {

/// Whether the search can explain the delays of such a run.
[[nodiscard]] bool can_be_explained(const RunDescription& run);

/// Where each rank begins at its own time, or waits for others, hosts differ by their place among the ranks.
[[nodiscard]] bool differs_by_place(const RunDescription& run);

/// Puts the shortest explanation in the place of what the detectors say of the same parts; returns how small
/// a slowdown it would have found. `step` is called now and then, and may throw to end it.
[[nodiscard]] std::vector<Detectable> explain_instead(std::vector<Finding>& found, const Case& subject,
                                                      const std::function<void()>& step);

}  // namespace fabricmap::diagnosis
