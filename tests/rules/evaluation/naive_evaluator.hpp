// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/rule.hpp"
#include "tracing/model/trace.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace fabricmap::testing {

/// What a rule means, worked out by going through all records of all variables within each other.
struct NaiveOutcome {
    /// Records of the variables that stand in the result, in their order.
    std::set<std::vector<std::size_t>> bindings;
    std::uint64_t unknown = 0;
    double severity = 0;  ///< not limited to 1
};

[[nodiscard]] NaiveOutcome evaluate_naively(const rules::Rule& rule, const tracing::Trace& trace,
                                            bool counts_pairs);

}  // namespace fabricmap::testing
