// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/rule.hpp"
#include "tracing/model/trace.hpp"

#include <cstddef>
#include <set>
#include <vector>

namespace fabricmap::testing {

/// Whether a rule has no aggregates and does not ask when ranks are within MPI, so that SQL can say it.
[[nodiscard]] bool can_be_sql(const rules::Rule& rule);

/// What SQLite finds, which has three-valued logic of its own.
struct SqlOutcome {
    std::set<std::vector<std::size_t>> bindings;  ///< records of the variables of the result
    std::size_t unknown = 0;
    double severity = 0;  ///< of a rule with "severity"; not limited to 1
};

/// Asks SQLite, in a database in memory: records are rows, existential variables are EXISTS.
[[nodiscard]] SqlOutcome evaluate_by_sql(const rules::Rule& rule, const tracing::Trace& trace,
                                         bool counts_pairs);

}  // namespace fabricmap::testing
