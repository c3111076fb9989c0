// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/evaluation/join.hpp"
#include "rules/evaluation/waits.hpp"
#include "rules/language/rule.hpp"
#include "rules/records/records.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::rules {

struct EvaluationOptions {
    bool counts_pairs = false;  ///< no variable is existential, as the published rule reads literally
    std::uint64_t max_tests = rules::max_tests;
    bool takes_any_severity = false;  ///< else refuses one that is beyond the run
};

/// One answer of a rule: a binding, or with a severity over a group, the group by its first binding.
struct Match {
    Binding binding{};
    double severity = 0;  ///< of a rule with "severity"
};

/// What a rule found in a trace.
struct RuleOutcome {
    const Rule* rule = nullptr;
    std::vector<std::size_t> answer;  ///< variables that the matches' bindings hold
    std::vector<Match> matches;       ///< those that are not unknown
    /// Of "lost": each, as it was lost; between hosts none that is shorter than the clocks' error.
    std::vector<Wait> waits;
    std::vector<Wait> united_waits;
    std::uint64_t bindings = 0;           ///< that meet the condition, and "having"
    std::uint64_t unknown = 0;            ///< bindings that could not be judged: a field is missing
    std::uint64_t below_clock_error = 0;  ///< waits between hosts that are shorter than clocks differ
    double severity = 0;                  ///< from 0 to 1
    double seconds = 0;                   ///< lost; of a rule with "severity" that of the communication time
    double unclamped_severity = 0;
    std::uint64_t tests = 0;  ///< of pairs
};

/// Looks for a rule's problem. Throws RefusedPlan where that would take too many tests, or where one finding
/// costs more than the run spent in communication.
[[nodiscard]] RuleOutcome evaluate(const Rule& rule, Records& records, const EvaluationOptions& options = {});

/// A line for each step of the plan.
[[nodiscard]] std::vector<std::string> describe_plan(const Rule& rule, Records& records, bool counts_pairs);

}  // namespace fabricmap::rules
