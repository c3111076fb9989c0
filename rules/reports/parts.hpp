// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/reports/report.hpp"

#include <vector>

namespace fabricmap::rules {

/// What a rule over maps alone found, by part of the machine: host, pair of hosts, pair class. The most
/// severe first.
[[nodiscard]] std::vector<PlaceGroup> group_parts(const RuleOutcome& outcome, Records& records);

}  // namespace fabricmap::rules
