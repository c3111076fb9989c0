// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"
#include "diagnosis/explanation/host_logs.hpp"

#include <functional>

namespace fabricmap::diagnosis {

/// The shortest description of a run by causes that was found: for each structure that its pairs may have,
/// causes are added as long as one shortens it, then taken away or put together where that does. `step` is
/// called after each cause, and may throw to end the search.
[[nodiscard]] Fit find_explanation(const HostLogs& logs, const PairStructure& of_survey,
                                   std::size_t short_bands, const std::function<void()>& step);

/// Adds and removes causes of one structure.
void search(Fit& fit, const std::function<void()>& step);

}  // namespace fabricmap::diagnosis
