// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/rule.hpp"
#include "rules/language/syntax.hpp"

#include <optional>
#include <vector>

namespace fabricmap::rules {

/// Checks one problem. Nothing where something is wrong with it, all of which is reported.
[[nodiscard]] std::optional<Rule> check_problem(const ProblemSyntax& problem, std::vector<RuleError>& errors);

}  // namespace fabricmap::rules
