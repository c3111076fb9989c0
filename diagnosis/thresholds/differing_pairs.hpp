// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/survey/survey.hpp"

#include <functional>
#include <vector>

namespace fabricmap::diagnosis {

/// Names, for the largest jumps, the pairs of hosts (of ranks, where there is one host) that do not jump
/// there as most pairs of their class do, but by less than half of it or by half more. Hosts with a finding
/// of their own are left out. Reads the lengths next to a jump anew; `step` is called after each.
void name_differing_pairs(std::vector<Threshold>& thresholds, const DelayStack& stack, const Survey& survey,
                          const std::vector<Finding>& findings, const std::function<void()>& step);

}  // namespace fabricmap::diagnosis
