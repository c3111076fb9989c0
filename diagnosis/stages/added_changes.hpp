// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Adds changes from a baseline to the findings of a run. A part that has become slow is reported once: as
/// the regression that it is, or as a part of what is slow.
void add_changes(std::vector<Finding>& findings, std::vector<Finding> changes);

}  // namespace fabricmap::diagnosis
