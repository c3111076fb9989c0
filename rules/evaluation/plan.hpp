// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/evaluation/join.hpp"
#include "rules/language/rule.hpp"

#include <string>
#include <vector>

namespace fabricmap::rules {

/// How the bindings of a rule are looked for: which variable after which, and by what.
struct Plan {
    struct Step {
        JoinStep join;
        Candidates candidates;
        std::string description;  ///< a line for people
    };
    std::vector<Step> steps;
    std::vector<std::size_t> answer;  ///< variables that bindings are of; the others are existential
    /// What conditions without any variable make of the rule: 1, 0 or unknown.
    double constant = 1;
};

/// Filters the records of each variable by the conditions that name it alone, and orders the variables: those
/// of the answer first, few candidates before many, and what an equality ties to those before. With
/// `counts_pairs` no variable is existential.
[[nodiscard]] Plan make_plan(const Rule& rule, FormulaMaker& maker, bool counts_pairs);

/// The bindings that meet the rule's condition, or of which that is not known; of the variables of the
/// answer. Throws RefusedPlan.
[[nodiscard]] Tuples find_bindings(const Plan& plan, TestBudget& budget);

}  // namespace fabricmap::rules
