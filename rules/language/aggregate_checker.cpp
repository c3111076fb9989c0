// SPDX-License-Identifier: Apache-2.0
#include "rules/language/expression_checker.hpp"

#include <fmt/format.h>

namespace fabricmap::rules {
namespace {

/// The first type whose fields an expression names.
std::optional<TypeIndex> type_named_in(const ExpressionSyntax& syntax, const Scope& scope) {
    if (syntax.kind == SyntaxKind::path && !syntax.field.empty() && !scope.variable_named(syntax.text) &&
        syntax.text != "program" && syntax.text != "map") {
        if (const auto type = find_type(syntax.text)) return type;
    }
    for (const ExpressionSyntax& operand : syntax.operands) {
        if (const auto type = type_named_in(operand, scope)) return type;
    }
    return std::nullopt;
}

bool has_aggregate(const Expression& expression) {
    if (expression.kind == ExpressionKind::column_aggregate ||
        expression.kind == ExpressionKind::group_aggregate) {
        return true;
    }
    for (const ExpressionPointer& operand : expression.operands) {
        if (has_aggregate(*operand)) return true;
    }
    return false;
}

/// Checks a call and takes its parts; `is_right` is false where something is wrong.
class AggregateCall {
  public:
    AggregateCall(const ExpressionSyntax& call, Aggregate aggregate, Scope& scope)
        : call_(call), scope_(scope) {
        result_.aggregate = aggregate;
        values_ = call.operands.size() - (call.has_filter ? 1 : 0);
    }

    ExpressionPointer check() {
        if (!has_right_count()) return nullptr;
        const bool is_of_group = !type_named_in(call_, scope_);
        if (is_of_group && !can_be_of_group()) return nullptr;
        if (!is_of_group && scope_.own_type) {
            return wrong("stands within another aggregate: aggregates do not nest");
        }
        result_.kind = is_of_group ? ExpressionKind::group_aggregate : ExpressionKind::column_aggregate;
        if (is_of_group && !call_.input.empty())
            return wrong("goes through bindings: 'in' stands where a type's records are gone through");
        if (!is_of_group && !take_records()) return nullptr;
        if (!check_parts(is_of_group)) return nullptr;
        if (!find_kind()) return nullptr;
        return std::make_shared<Expression>(std::move(result_));
    }

  private:
    ExpressionPointer wrong(std::string_view what) {
        scope_.report(call_.place, fmt::format("'{}' {}", call_.text, what));
        return nullptr;
    }

    bool has_right_count() {
        const bool is_quantile = result_.aggregate == Aggregate::quantile;
        const bool is_count = result_.aggregate == Aggregate::count;
        if (values_ == (is_quantile ? 2U : 1U) || (is_count && values_ == 0)) return true;
        wrong(is_quantile ? "takes a fraction and a value: quantile(0.9, op.bytes)"
                          : "takes one value, and a condition after '|'");
        return false;
    }

    /// Which records it goes through.
    bool take_records() {
        result_.type = *type_named_in(call_, scope_);
        const bool is_default_map = call_.input == "map";
        const bool is_of_map = record_schema()[result_.type].is_of_map;
        if (is_default_map && !is_of_map) wrong("goes through records of a trace, and 'map' is none");
        if (!is_default_map) result_.input = call_.input;
        return !is_default_map || is_of_map;
    }

    bool can_be_of_group() {
        if (call_.has_filter) {
            wrong("has a condition after '|', so it goes through the records of a type: name its fields");
            return false;
        }
        if (!scope_.has_groups)
            wrong("over bindings can stand after 'group by' only, in 'having' or 'severity'");
        return scope_.has_groups;
    }

    bool check_parts(bool is_of_group) {
        const auto outer_type = scope_.own_type;
        const std::string outer_input = scope_.own_input;
        if (!is_of_group) {
            scope_.own_type = result_.type;
            scope_.own_input = result_.input;
        }
        bool is_right = true;
        for (std::size_t number = 0; number < call_.operands.size(); ++number) {
            const ExpressionPointer part = check_expression(call_.operands[number], scope_);
            is_right = is_right && part && take(part, number);
        }
        scope_.own_type = outer_type;
        scope_.own_input = outer_input;
        return is_right;
    }

    bool take(const ExpressionPointer& part, std::size_t number) {
        if (has_aggregate(*part)) {
            wrong("holds another aggregate: aggregates do not nest");
            return false;
        }
        if (number >= values_) {
            result_.filter = part;
            if (part->value != ValueKind::truth) wrong("needs a condition after '|'");
            return part->value == ValueKind::truth;
        }
        if (result_.aggregate != Aggregate::quantile || number == 1) {
            result_.operands.push_back(part);
            return true;
        }
        result_.number = part->number;
        const bool is_fraction =
            part->kind == ExpressionKind::number && part->number >= 0 && part->number <= 1;
        if (!is_fraction) wrong("takes a fraction from 0 to 1 first: quantile(0.9, op.bytes)");
        return is_fraction;
    }

    bool find_kind() {
        if (result_.aggregate == Aggregate::count) return true;
        result_.value = result_.operands[0]->value;
        if (is_numeric(result_.value)) return true;
        scope_.report(call_.place,
                      fmt::format("'{}' needs numbers, not {}", call_.text, name_of(result_.value)));
        return false;
    }

    const ExpressionSyntax& call_;
    Scope& scope_;
    Expression result_;
    std::size_t values_ = 0;
};

}  // namespace

ExpressionPointer check_aggregate(const ExpressionSyntax& call, Aggregate aggregate, Scope& scope) {
    return AggregateCall(call, aggregate, scope).check();
}

}  // namespace fabricmap::rules
