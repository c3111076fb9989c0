// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/reports/report.hpp"

#include <vector>

namespace fabricmap::rules {

/// A rule's matches by lines of the source; most seconds first.
[[nodiscard]] std::vector<PlaceGroup> group_places(const RuleOutcome& outcome, Records& records,
                                                   double communication_seconds);

}  // namespace fabricmap::rules
