// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/diagnosis.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Indices of the hosts from the first row of a picture to the last. That of the run where it keeps the
/// groups of the topology together, as readers know it; else the topology's own.
[[nodiscard]] std::vector<int> picture_order(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
