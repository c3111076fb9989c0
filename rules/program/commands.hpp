// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "rules/language/rule.hpp"
#include "rules/program/options.hpp"
#include "rules/records/records.hpp"

#include <string>
#include <vector>

namespace fabricmap::rules {

/// Evaluates rules over a trace, maps or both, and prints the report.
[[nodiscard]] ExitCode check(const CheckOptions& options);

/// A line for each rule: its name, what it needs, and what it looks for.
[[nodiscard]] std::string list_text(const RuleChoice& choice);

/// What a rule looks for, in which order, and its advice.
[[nodiscard]] std::string explain_text(const ExplainOptions& options);

/// The rules of files, or the installed ones. Throws FileError, and UsageError for a name that no rule has.
[[nodiscard]] std::vector<Rule> chosen_rules(const RuleChoice& choice);

/// Opens the runs, those of one name together.
[[nodiscard]] std::vector<NamedMap> open_maps(const std::vector<MapOption>& options);

/// Reads the traces that the judged one is compared with.
[[nodiscard]] std::vector<NamedTrace> open_compared_traces(const TraceOptions& options);

}  // namespace fabricmap::rules
