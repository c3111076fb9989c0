// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/conditions.hpp"

#include <algorithm>

namespace fabricmap::rules {
namespace {

void split_into(std::vector<ExpressionPointer>& parts, const ExpressionPointer& condition) {
    const bool is_and =
        condition->kind == ExpressionKind::operation && condition->operation == Operator::conjunction;
    if (!is_and) return parts.push_back(condition);
    for (const ExpressionPointer& operand : condition->operands) split_into(parts, operand);
}

}  // namespace

std::vector<ExpressionPointer> split_conjunction(const ExpressionPointer& condition) {
    std::vector<ExpressionPointer> parts;
    if (condition) split_into(parts, condition);
    return parts;
}

bool has_own_field(const Expression& expression) noexcept {
    return expression.kind == ExpressionKind::own_field ||
           std::any_of(expression.operands.begin(), expression.operands.end(),
                       [](const ExpressionPointer& operand) { return has_own_field(*operand); });
}

Operator turned(Operator operation) noexcept {
    switch (operation) {
        case Operator::less:
            return Operator::greater;
        case Operator::less_equal:
            return Operator::greater_equal;
        case Operator::greater:
            return Operator::less;
        case Operator::greater_equal:
            return Operator::less_equal;
        default:
            return operation;
    }
}

}  // namespace fabricmap::rules
