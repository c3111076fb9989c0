// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "rules/evaluation/evaluate.hpp"

#include <vector>

namespace fabricmap::rules {

/// What a rule over maps alone found: for each part of the machine a finding (broken_rule) whose severity,
/// and what was measured as its note, are those of the worst match, and whose evidence has the number of
/// "matches". The most severe first.
[[nodiscard]] std::vector<diagnosis::Finding> find_in_maps(const RuleOutcome& outcome, Records& records);

}  // namespace fabricmap::rules
