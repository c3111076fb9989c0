// SPDX-License-Identifier: Apache-2.0
#include "rules/language/expression_checker.hpp"

#include "base/nearest.hpp"
#include "rules/language/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

struct OperatorName {
    std::string_view sign;
    Operator operation;
};
constexpr std::array<OperatorName, 16> infix_names{{{"+", Operator::add},
                                                    {"-", Operator::subtract},
                                                    {"*", Operator::multiply},
                                                    {"/", Operator::divide},
                                                    {"<", Operator::less},
                                                    {"<=", Operator::less_equal},
                                                    {">", Operator::greater},
                                                    {">=", Operator::greater_equal},
                                                    {"=", Operator::equal},
                                                    {"==", Operator::equal},
                                                    {"eq", Operator::equal},
                                                    {"!=", Operator::not_equal},
                                                    {"<>", Operator::not_equal},
                                                    {"ne", Operator::not_equal},
                                                    {"and", Operator::conjunction},
                                                    {"or", Operator::disjunction}}};

Operator infix_named(std::string_view sign) {
    return std::find_if(infix_names.begin(), infix_names.end(),
                        [&](const OperatorName& name) { return name.sign == sign; })
        ->operation;
}

/// Each of what an operator takes needs another kind of values.
ExpressionPointer report_operands(const ExpressionSyntax& syntax, Scope& scope, std::string_view need,
                                  ValueKind left, ValueKind right) {
    scope.report(syntax.place,
                 fmt::format("'{}' {}, not {} and {}", syntax.text, need, name_of(left), name_of(right)));
    return nullptr;
}

ValueKind product_kind(ValueKind left, ValueKind right, Operator operation) {
    if (right == ValueKind::number) return left;
    return operation == Operator::multiply && left == ValueKind::number ? right : ValueKind::number;
}

ExpressionPointer check_arithmetic(const ExpressionSyntax& syntax, Scope& scope, Operator operation,
                                   std::vector<ExpressionPointer> sides) {
    const ValueKind left = sides[0]->value;
    const ValueKind right = sides[1]->value;
    if (!is_numeric(left) || !is_numeric(right)) {
        return report_operands(syntax, scope, "needs numbers", left, right);
    }
    const bool is_product = operation == Operator::multiply || operation == Operator::divide;
    const auto kind = is_product ? product_kind(left, right, operation) : common_kind(left, right);
    if (!kind) return report_operands(syntax, scope, "needs values of one unit", left, right);
    return make_operation(operation, *kind, std::move(sides));
}

/// A string that a field is compared with has to be one that the field can have.
bool can_occur(const ExpressionPointer& one, const ExpressionPointer& other, const ExpressionSyntax& literal,
               Scope& scope) {
    const bool is_field = one->kind == ExpressionKind::field || one->kind == ExpressionKind::own_field;
    if (!is_field || other->kind != ExpressionKind::text) return true;
    const RecordSchema& type = record_schema()[one->type];
    const RecordField& field = type.fields[one->field];
    const std::vector<std::string_view> values(field.values.begin(), field.values.end());
    if (values.empty() || std::find(values.begin(), values.end(), other->text) != values.end()) return true;
    scope.report(literal.place, fmt::format("{} of {} is never \"{}\"{}", field.name, type.name, other->text,
                                            suggestion(other->text, values)));
    return false;
}

ExpressionPointer check_comparison(const ExpressionSyntax& syntax, Scope& scope, Operator operation,
                                   std::vector<ExpressionPointer> sides) {
    const ValueKind left = sides[0]->value;
    const ValueKind right = sides[1]->value;
    const bool is_equality = operation == Operator::equal || operation == Operator::not_equal;
    if (left == ValueKind::truth || right == ValueKind::truth) {
        return report_operands(syntax, scope, "compares numbers or strings", left, right);
    }
    if (!common_kind(left, right)) {
        return report_operands(syntax, scope, "compares values of one kind", left, right);
    }
    if (left == ValueKind::text && !is_equality) {
        return report_operands(syntax, scope, "compares numbers; strings have no order", left, right);
    }
    if (!can_occur(sides[0], sides[1], syntax.operands[1], scope) ||
        !can_occur(sides[1], sides[0], syntax.operands[0], scope))
        return nullptr;
    return make_operation(operation, ValueKind::truth, std::move(sides));
}

ExpressionPointer check_infix(const ExpressionSyntax& syntax, Scope& scope) {
    const Operator operation = infix_named(syntax.text);
    std::vector<ExpressionPointer> sides{check_expression(syntax.operands[0], scope),
                                         check_expression(syntax.operands[1], scope)};
    if (!sides[0] || !sides[1]) return nullptr;
    if (operation == Operator::conjunction || operation == Operator::disjunction) {
        if (sides[0]->value != ValueKind::truth || sides[1]->value != ValueKind::truth) {
            return report_operands(syntax, scope, "joins conditions", sides[0]->value, sides[1]->value);
        }
        return make_operation(operation, ValueKind::truth, std::move(sides));
    }
    if (operation <= Operator::divide) return check_arithmetic(syntax, scope, operation, std::move(sides));
    return check_comparison(syntax, scope, operation, std::move(sides));
}

ExpressionPointer check_prefix(const ExpressionSyntax& syntax, Scope& scope) {
    ExpressionPointer inner = check_expression(syntax.operands[0], scope);
    if (!inner) return nullptr;
    const bool is_not = syntax.text == "not";
    const bool fits = is_not ? inner->value == ValueKind::truth : is_numeric(inner->value);
    if (!fits) {
        scope.report(syntax.place, fmt::format("'{}' needs {}, not {}", syntax.text,
                                               is_not ? "a condition" : "a number", name_of(inner->value)));
        return nullptr;
    }
    const ValueKind kind = inner->value;
    return make_operation(is_not ? Operator::negation : Operator::negative, kind, {std::move(inner)});
}

ExpressionPointer check_literal(const ExpressionSyntax& syntax, Scope& scope) {
    Expression literal;
    literal.kind = syntax.kind == SyntaxKind::text ? ExpressionKind::text : ExpressionKind::number;
    literal.number = syntax.number;
    literal.text = syntax.text;
    if (!std::isfinite(syntax.number)) {
        scope.report(syntax.place, "the number is too large");
        return nullptr;
    }
    if (literal.kind == ExpressionKind::text) {
        literal.value = ValueKind::text;
    } else if (syntax.unit.ends_with('s')) {
        literal.value = ValueKind::seconds;
    } else if (syntax.unit.ends_with('B')) {
        literal.value = ValueKind::bytes;
    }
    return std::make_shared<Expression>(std::move(literal));
}

/// What the operands of a function have to be. The kind of its value; nothing where one does not fit.
std::optional<ValueKind> function_kind(Function function, const std::vector<ExpressionPointer>& operands) {
    const auto kind = [&](std::size_t number) { return operands[number]->value; };
    switch (function) {
        case Function::choose: {
            const auto common = common_kind(kind(1), kind(2));
            return kind(0) == ValueKind::truth ? common : std::nullopt;
        }
        case Function::expected: {
            const bool has_text = operands.size() < 4 || kind(3) == ValueKind::text;
            const bool fits = kind(0) == ValueKind::number && kind(1) == ValueKind::number &&
                              common_kind(kind(2), ValueKind::bytes);
            return fits && has_text ? std::optional(ValueKind::seconds) : std::nullopt;
        }
        case Function::host_of:
            return kind(0) == ValueKind::number ? std::optional(ValueKind::text) : std::nullopt;
        case Function::same_host: {
            const bool fits = kind(0) == ValueKind::number && kind(1) == ValueKind::number;
            return fits ? std::optional(ValueKind::truth) : std::nullopt;
        }
        case Function::next_outside:
        case Function::next_inside: {
            const bool fits = kind(0) == ValueKind::number && common_kind(kind(1), ValueKind::seconds);
            return fits ? std::optional(ValueKind::seconds) : std::nullopt;
        }
        default:
            break;
    }
    std::optional<ValueKind> common = kind(0);
    for (const ExpressionPointer& operand : operands) {
        if (common) common = common_kind(*common, operand->value);
    }
    if (common && function == Function::coalesce) return common;
    if (!common || !is_numeric(*common)) return std::nullopt;
    return function == Function::log2 ? ValueKind::number : common;
}

std::string_view operands_text(Function function) {
    switch (function) {
        case Function::choose:
            return "if(CONDITION, A, B), where A and B are of one kind";
        case Function::expected:
            return "expected(RANK, RANK, BYTES) or expected(RANK, RANK, BYTES, MODE)";
        case Function::host_of:
            return "host_of(RANK)";
        case Function::same_host:
            return "same_host(RANK, RANK)";
        case Function::coalesce:
            return "values of one kind";
        case Function::next_outside:
            return "next_outside(RANK, TIME)";
        case Function::next_inside:
            return "next_inside(RANK, TIME)";
        case Function::absolute:
            return "abs(NUMBER)";
        case Function::log2:
            return "log2(NUMBER)";
        default:
            return "numbers of one unit";
    }
}

ExpressionPointer check_function(const ExpressionSyntax& call, const FunctionInfo& info, Scope& scope) {
    std::vector<ExpressionPointer> operands;
    bool is_right = true;
    for (const ExpressionSyntax& operand : call.operands) {
        operands.push_back(check_expression(operand, scope));
        is_right = is_right && operands.back() != nullptr;
    }
    const bool fits_count = !call.has_filter && call.input.empty() && operands.size() >= info.min_operands &&
                            operands.size() <= info.max_operands;
    if (!is_right) return nullptr;
    const auto kind = fits_count ? function_kind(info.function, operands) : std::nullopt;
    if (!kind) {
        scope.report(call.place, fmt::format("'{}' takes {}", info.name, operands_text(info.function)));
        return nullptr;
    }
    Expression expression;
    expression.kind = ExpressionKind::function;
    expression.function = info.function;
    expression.value = *kind;
    expression.operands = std::move(operands);
    return std::make_shared<Expression>(std::move(expression));
}

ExpressionPointer check_call(const ExpressionSyntax& call, Scope& scope) {
    const std::size_t values = call.operands.size() - (call.has_filter ? 1 : 0);
    std::vector<std::string_view> names;
    for (const FunctionInfo& info : functions) {
        names.push_back(info.name);
        const bool is_extreme = info.function == Function::minimum || info.function == Function::maximum;
        if (info.name == call.text && !(is_extreme && values < 2)) return check_function(call, info, scope);
    }
    for (const AggregateInfo& info : aggregates) {
        names.push_back(info.name);
        if (info.name == call.text) return check_aggregate(call, info.aggregate, scope);
    }
    scope.report(call.place, fmt::format("'{}' is no function{}", call.text, suggestion(call.text, names)));
    return nullptr;
}

}  // namespace

ExpressionPointer check_expression(const ExpressionSyntax& syntax, Scope& scope) {
    switch (syntax.kind) {
        case SyntaxKind::infix:
            return check_infix(syntax, scope);
        case SyntaxKind::prefix:
            return check_prefix(syntax, scope);
        case SyntaxKind::call:
            return check_call(syntax, scope);
        case SyntaxKind::path:
            return resolve_path(syntax, scope);
        default:
            return check_literal(syntax, scope);
    }
}

std::optional<ValueKind> common_kind(ValueKind a, ValueKind b) noexcept {
    if (a == b) return a;
    if (!is_numeric(a) || !is_numeric(b)) return std::nullopt;
    if (a == ValueKind::number) return b;
    return b == ValueKind::number ? std::optional(a) : std::nullopt;
}

ExpressionPointer make_operation(Operator operation, ValueKind value,
                                 std::vector<ExpressionPointer> operands) {
    Expression expression;
    expression.kind = ExpressionKind::operation;
    expression.operation = operation;
    expression.value = value;
    expression.operands = std::move(operands);
    return std::make_shared<Expression>(std::move(expression));
}

}  // namespace fabricmap::rules
