// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/rule.hpp"

#include <optional>
#include <vector>

namespace fabricmap::rules {

/// The conditions that "and" joins.
[[nodiscard]] std::vector<ExpressionPointer> split_conjunction(const ExpressionPointer& condition);

/// A comparison as seen from its left side.
struct Comparison {
    Operator operation = Operator::equal;
    ExpressionPointer left;
    ExpressionPointer right;
};

/// Whether the expression names a field of an aggregate's own records.
[[nodiscard]] bool has_own_field(const Expression& expression) noexcept;

/// A comparison by = < <= > >= between a side for which `is_left` holds and one for which `is_right` does,
/// turned so that the first is left. Nothing where the condition is no such comparison.
template <typename IsLeft, typename IsRight>
std::optional<Comparison> turned_comparison(const Expression& condition, IsLeft is_left, IsRight is_right);

/// "a < b" as "b > a".
[[nodiscard]] Operator turned(Operator operation) noexcept;

[[nodiscard]] inline bool is_ordering(Operator operation) noexcept {
    return operation >= Operator::less && operation <= Operator::greater_equal;
}

template <typename IsLeft, typename IsRight>
std::optional<Comparison> turned_comparison(const Expression& condition, IsLeft is_left, IsRight is_right) {
    const bool is_comparison = condition.kind == ExpressionKind::operation &&
                               condition.operation >= Operator::less &&
                               condition.operation <= Operator::equal;
    if (!is_comparison) return std::nullopt;
    const ExpressionPointer& first = condition.operands[0];
    const ExpressionPointer& second = condition.operands[1];
    if (is_left(*first) && is_right(*second)) return Comparison{condition.operation, first, second};
    if (is_left(*second) && is_right(*first)) return Comparison{turned(condition.operation), second, first};
    return std::nullopt;
}

}  // namespace fabricmap::rules
