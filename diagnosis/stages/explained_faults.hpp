// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/detectors/detect.hpp"
#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/residual/case.hpp"

#include <functional>

namespace fabricmap::diagnosis {

/// Whether the search can explain the delays of such a run.
[[nodiscard]] bool can_be_explained(const RunDescription& run);

/// Where each rank begins at its own time, or waits for others, hosts differ by their place among the ranks.
[[nodiscard]] bool differs_by_place(const RunDescription& run);

/// Puts the shortest explanation in the place of what the detectors say of the same parts, and of what they
/// would have found. `step` is called now and then, and may throw to end it.
void explain_instead(Detected& detected, const Case& subject, const std::function<void()>& step);

}  // namespace fabricmap::diagnosis
