// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "rules/language/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace fabricmap::rules {
namespace {

constexpr std::array<std::string_view, 14> operator_signs{"+",  "-", "*",  "/",   "<",  "<=",  ">",
                                                          ">=", "=", "!=", "and", "or", "not", "-"};

std::vector<std::string> texts_of(const std::vector<ExpressionPointer>& operands,
                                  const std::vector<std::string>& variables) {
    std::vector<std::string> texts;
    texts.reserve(operands.size());
    for (const ExpressionPointer& operand : operands) texts.push_back(text_of(*operand, variables));
    return texts;
}

/// "a and b and c" needs no brackets.
std::string without_brackets_in_chain(std::string text, const Expression& operand, Operator operation) {
    const bool is_chain = operation == Operator::conjunction || operation == Operator::disjunction;
    const bool is_same = operand.kind == ExpressionKind::operation && operand.operation == operation;
    return is_chain && is_same ? text.substr(1, text.size() - 2) : std::move(text);
}

std::string operation_text(const Expression& expression, const std::vector<std::string>& variables) {
    const std::string_view sign = operator_signs.at(static_cast<std::size_t>(expression.operation));
    std::vector<std::string> texts = texts_of(expression.operands, variables);
    for (std::size_t number = 0; number < texts.size(); ++number) {
        texts[number] = without_brackets_in_chain(std::move(texts[number]), *expression.operands[number],
                                                  expression.operation);
    }
    if (texts.size() == 1) return fmt::format("{}{}{}", sign, sign == "not" ? " " : "", texts[0]);
    const bool is_comparison =
        expression.operation >= Operator::less && expression.operation <= Operator::not_equal;
    const std::string text = fmt::format("{} {} {}", texts[0], sign, texts[1]);
    return is_comparison ? text : fmt::format("({})", text);
}

std::string aggregate_text(const Expression& expression, const std::vector<std::string>& variables) {
    const auto name = std::find_if(aggregates.begin(), aggregates.end(), [&](const AggregateInfo& info) {
                          return info.aggregate == expression.aggregate;
                      })->name;
    std::string inner = joined_by(texts_of(expression.operands, variables), ", ");
    if (expression.aggregate == Aggregate::quantile) inner = fmt::format("{}, {}", expression.number, inner);
    if (!expression.input.empty()) inner += " in " + expression.input;
    if (expression.filter) {
        inner += " | " + without_brackets_in_chain(text_of(*expression.filter, variables), *expression.filter,
                                                   expression.filter->operation);
    }
    return fmt::format("{}({})", name, inner);
}

std::string function_text(const Expression& expression, const std::vector<std::string>& variables) {
    const auto name = std::find_if(functions.begin(), functions.end(), [&](const FunctionInfo& info) {
                          return info.function == expression.function;
                      })->name;
    return fmt::format("{}({})", name, joined_by(texts_of(expression.operands, variables), ", "));
}

using Condition = std::function<bool(const Expression&)>;

bool has_part(const Expression& expression, const Condition& condition) {
    if (condition(expression)) return true;
    if (expression.filter && has_part(*expression.filter, condition)) return true;
    return std::any_of(expression.operands.begin(), expression.operands.end(),
                       [&](const ExpressionPointer& operand) { return has_part(*operand, condition); });
}

bool has_part(const Rule& rule, const Condition& condition) {
    std::vector<ExpressionPointer> all{rule.where, rule.having, rule.severity};
    all.insert(all.end(), rule.groups.begin(), rule.groups.end());
    for (const Lost& lost : rule.losts) all.insert(all.end(), {lost.process, lost.from, lost.to});
    return std::any_of(all.begin(), all.end(), [&](const ExpressionPointer& expression) {
        return expression && has_part(*expression, condition);
    });
}

}  // namespace

std::uint32_t variables_in(const Expression& expression) noexcept {
    std::uint32_t variables = expression.kind == ExpressionKind::field ? 1U << expression.variable : 0U;
    for (const ExpressionPointer& operand : expression.operands) variables |= variables_in(*operand);
    if (expression.filter) variables |= variables_in(*expression.filter);
    return variables;
}

std::string text_of(const Expression& expression, const std::vector<std::string>& variables) {
    const auto& type = record_schema()[expression.type];
    switch (expression.kind) {
        case ExpressionKind::number:
            return fmt::format("{}", expression.number);
        case ExpressionKind::text:
            return fmt::format("\"{}\"", expression.text);
        case ExpressionKind::field:
            return fmt::format("{}.{}", variables[expression.variable], type.fields[expression.field].name);
        case ExpressionKind::own_field:
            return fmt::format("{}.{}", type.name, type.fields[expression.field].name);
        case ExpressionKind::run_field:
            return type.name == "program"
                       ? std::string(type.fields[expression.field].name)
                       : fmt::format("{}.{}", type.name, type.fields[expression.field].name);
        case ExpressionKind::operation:
            return operation_text(expression, variables);
        case ExpressionKind::function:
            return function_text(expression, variables);
        default:
            return aggregate_text(expression, variables);
    }
}

std::set<RecordSource> records_needed(const Rule& rule) {
    std::set<RecordSource> sources;
    for (const RuleVariable& variable : rule.variables) sources.emplace(variable.type, variable.input);
    // No part is the one that is looked for, so that all are gone through.
    static_cast<void>(has_part(rule, [&](const Expression& part) {
        const bool is_of_all =
            part.kind == ExpressionKind::run_field || part.kind == ExpressionKind::column_aggregate;
        if (is_of_all) sources.emplace(part.type, part.input);
        return false;
    }));
    return sources;
}

std::set<std::string> maps_needed(const Rule& rule) {
    std::set<std::string> maps;
    for (const auto& [type, input] : records_needed(rule)) {
        if (record_schema()[type].is_of_map) maps.insert(input);
    }
    return maps;
}

std::set<std::string> traces_compared(const Rule& rule) {
    std::set<std::string> names;
    for (const auto& [type, input] : records_needed(rule)) {
        if (!record_schema()[type].is_of_map && !input.empty()) names.insert(input);
    }
    return names;
}

bool calls_expected(const Rule& rule) {
    return has_part(rule, [](const Expression& part) {
        return part.kind == ExpressionKind::function && part.function == Function::expected;
    });
}

bool is_of_operation_itself(const Rule& rule) {
    const auto is_first_end = [](const Expression& part) {
        return part.kind == ExpressionKind::field &&
               record_schema()[part.type].fields[part.field].name == "finish_time_min";
    };
    return std::any_of(rule.losts.begin(), rule.losts.end(),
                       [&](const Lost& lost) { return has_part(*lost.from, is_first_end); });
}

bool needs_trace(const Rule& rule) {
    const auto sources = records_needed(rule);
    return std::any_of(sources.begin(), sources.end(),
                       [](const RecordSource& source) { return !record_schema()[source.first].is_of_map; });
}

}  // namespace fabricmap::rules
