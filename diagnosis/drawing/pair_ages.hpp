// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/layout/marks.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Cells of a picture of hosts × hosts in that order whose newest value is more than 7 days older than the
/// run's, next to each other in one piece; none where all pairs were measured by one run.
[[nodiscard]] std::vector<picture::MarkedBlock> stale_cells(const Diagnosis& diagnosis,
                                                            const std::vector<int>& order);

}  // namespace fabricmap::diagnosis
