// SPDX-License-Identifier: Apache-2.0
#include "naive_expressions.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::testing {

using namespace rules;

Truth NaiveExpressions::truth_of(const Expression& expression, const NaiveBinding& binding) {
    const Value value = value_of(expression, binding);
    if (!value) return std::nullopt;
    return value->number != 0;
}

Value NaiveExpressions::value_of(const Expression& expression, const NaiveBinding& binding) {
    switch (expression.kind) {
        case ExpressionKind::number:
            return of(expression.number);
        case ExpressionKind::text:
            return Known{0, expression.text};
        case ExpressionKind::field:
            return trace_.field_value(expression.type, expression.field, binding[expression.variable]);
        case ExpressionKind::own_field:
            return trace_.field_value(expression.type, expression.field, own_record_);
        case ExpressionKind::run_field:
            return trace_.field_value(expression.type, expression.field, 0);
        case ExpressionKind::operation:
            return operation_value(expression, binding);
        case ExpressionKind::function:
            return chosen_value(expression, binding);
        case ExpressionKind::column_aggregate:
            return column_value(expression, binding);
        case ExpressionKind::group_aggregate:
            return group_value(expression);
    }
    return std::nullopt;
}

Value NaiveExpressions::column_value(const Expression& expression, const NaiveBinding& binding) {
    std::vector<double> values;
    for (own_record_ = 0; own_record_ < trace_.size_of(expression.type); ++own_record_) {
        if (expression.filter && truth_of(*expression.filter, binding) != Truth(true)) continue;
        const Value value = expression.operands.empty() ? of(1) : value_of(*expression.operands[0], binding);
        if (value) values.push_back(value->number);
    }
    return aggregated(expression.aggregate, expression.number, values);
}

Value NaiveExpressions::group_value(const Expression& expression) {
    std::vector<double> values;
    for (const NaiveBinding& member : *group_) {
        const Value value = expression.operands.empty() ? of(1) : value_of(*expression.operands[0], member);
        if (value) values.push_back(value->number);
    }
    return aggregated(expression.aggregate, expression.number, values);
}

Value NaiveExpressions::operation_value(const Expression& expression, const NaiveBinding& binding) {
    const auto& operands = expression.operands;
    const Value first = value_of(*operands[0], binding);
    const Value second = operands.size() > 1 ? value_of(*operands[1], binding) : of(0);
    const auto is = [](const Value& value, double number) { return value && value->number == number; };
    if (expression.operation == Operator::conjunction && (is(first, 0) || is(second, 0))) return of(0);
    if (expression.operation == Operator::disjunction && (is(first, 1) || is(second, 1))) return of(1);
    if (!first || !second) return std::nullopt;
    const bool is_text = operands[0]->value == ValueKind::text;
    const bool is_equal = is_text ? first->text == second->text : first->number == second->number;
    switch (expression.operation) {
        case Operator::add:
            return of(first->number + second->number);
        case Operator::subtract:
            return of(first->number - second->number);
        case Operator::multiply:
            return of(first->number * second->number);
        case Operator::divide:
            return second->number == 0 ? std::nullopt : of(first->number / second->number);
        case Operator::less:
            return of(first->number < second->number ? 1 : 0);
        case Operator::less_equal:
            return of(first->number <= second->number ? 1 : 0);
        case Operator::greater:
            return of(first->number > second->number ? 1 : 0);
        case Operator::greater_equal:
            return of(first->number >= second->number ? 1 : 0);
        case Operator::equal:
            return of(is_equal ? 1 : 0);
        case Operator::not_equal:
            return of(is_equal ? 0 : 1);
        case Operator::conjunction:
            return of(1);
        case Operator::disjunction:
            return of(0);
        case Operator::negation:
            return of(first->number == 0 ? 1 : 0);
        case Operator::negative:
            return of(-first->number);
    }
    return std::nullopt;
}

/// Of the functions that do not need all of their operands, and of others.
Value NaiveExpressions::chosen_value(const Expression& expression, const NaiveBinding& binding) {
    const auto& operands = expression.operands;
    if (expression.function == Function::choose) {
        const Truth condition = truth_of(*operands[0], binding);
        return condition ? value_of(*operands[*condition ? 1 : 2], binding) : std::nullopt;
    }
    if (expression.function != Function::coalesce) return function_value(expression, binding);
    for (const ExpressionPointer& operand : operands) {
        if (const Value value = value_of(*operand, binding)) return value;
    }
    return std::nullopt;
}

Value NaiveExpressions::function_value(const Expression& expression, const NaiveBinding& binding) {
    std::vector<double> values;
    for (const ExpressionPointer& operand : expression.operands) {
        const Value value = value_of(*operand, binding);
        if (!value) return std::nullopt;
        values.push_back(value->number);
    }
    switch (expression.function) {
        case Function::minimum:
            return of(*std::min_element(values.begin(), values.end()));
        case Function::maximum:
            return of(*std::max_element(values.begin(), values.end()));
        case Function::absolute:
            return of(std::abs(values[0]));
        case Function::log2:
            return values[0] > 0 ? of(std::log2(values[0])) : std::nullopt;
        case Function::host_of:
            return trace_.host_of(values[0]);
        case Function::next_outside:
            return trace_.next_outside(values[0], values[1]);
        case Function::next_inside:
            return trace_.next_inside(values[0], values[1]);
        case Function::same_host: {
            const Value a = trace_.host_of(values[0]);
            const Value b = trace_.host_of(values[1]);
            return a && b ? of(a->text == b->text ? 1 : 0) : std::nullopt;
        }
        default:
            return std::nullopt;  // no map, so nothing is expected
    }
}

}  // namespace fabricmap::testing
