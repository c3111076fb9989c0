// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/scope.hpp"

namespace fabricmap::rules {

/// Checks names and kinds of values. None where something is wrong, which is reported.
[[nodiscard]] ExpressionPointer check_expression(const ExpressionSyntax& syntax, Scope& scope);

/// The kind of what goes together: a number takes the other's unit. Nothing where the two do not.
[[nodiscard]] std::optional<ValueKind> common_kind(ValueKind a, ValueKind b) noexcept;

[[nodiscard]] inline bool is_numeric(ValueKind kind) noexcept {
    return kind != ValueKind::truth && kind != ValueKind::text;
}

/// A call of an aggregate function.
[[nodiscard]] ExpressionPointer check_aggregate(const ExpressionSyntax& call, Aggregate aggregate,
                                                Scope& scope);

[[nodiscard]] ExpressionPointer make_operation(Operator operation, ValueKind value,
                                               std::vector<ExpressionPointer> operands);

}  // namespace fabricmap::rules
