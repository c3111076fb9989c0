// SPDX-License-Identifier: Apache-2.0
#include "rules/language/scope.hpp"

#include "base/nearest.hpp"
#include "tracing/model/record_types.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::rules {
namespace {

constexpr TypeIndex program_type = static_cast<TypeIndex>(tracing::RecordType::program);

ExpressionPointer field_of(ExpressionKind kind, TypeIndex type, std::size_t field, std::size_t variable = 0,
                           const std::string& input = {}) {
    Expression expression;
    expression.kind = kind;
    expression.type = type;
    expression.field = field;
    expression.variable = variable;
    expression.input = input;
    expression.value = record_schema()[type].fields[field].kind;
    return std::make_shared<Expression>(std::move(expression));
}

std::vector<std::string_view> field_names(TypeIndex type) {
    std::vector<std::string_view> names;
    for (const RecordField& field : record_schema()[type].fields) names.push_back(field.name);
    return names;
}

ExpressionPointer named_field(const ExpressionSyntax& path, Scope& scope, ExpressionKind kind, TypeIndex type,
                              std::size_t variable = 0, const std::string& input = {}) {
    if (const auto field = find_record_field(type, path.field))
        return field_of(kind, type, *field, variable, input);
    scope.report(path.field_place, fmt::format("{} has no field '{}'{}", record_schema()[type].name,
                                               path.field, suggestion(path.field, field_names(type))));
    return nullptr;
}

/// A name without a field: a let, or a field of the program.
ExpressionPointer resolve_name(const ExpressionSyntax& path, Scope& scope) {
    if (const auto let = scope.lets.find(path.text); let != scope.lets.end()) {
        scope.is_let_used[path.text] = true;
        return let->second;
    }
    if (const auto variable = scope.variable_named(path.text)) {
        const RecordSchema& type = record_schema()[scope.variables[*variable].type];
        scope.report(path.place, fmt::format("'{0}' is a variable: name one of its fields, as {0}.{1}",
                                             path.text, type.fields.front().name));
        return nullptr;
    }
    if (const auto field = find_record_field(program_type, path.text)) {
        return field_of(ExpressionKind::run_field, program_type, *field);
    }
    std::vector<std::string_view> names = field_names(program_type);
    for (const auto& [name, value] : scope.lets) names.emplace_back(name);
    const std::string quoted =
        nearest_of(path.text, names).empty() ? fmt::format("; a string needs quotes: \"{}\"", path.text) : "";
    scope.report(path.place, fmt::format("'{}' is no let and no field of program{}{}", path.text, quoted,
                                         suggestion(path.text, names)));
    return nullptr;
}

ExpressionPointer report_unknown_variable(const ExpressionSyntax& path, Scope& scope) {
    std::vector<std::string_view> names;
    for (const RuleVariable& variable : scope.variables) names.emplace_back(variable.name);
    const bool is_type = find_type(path.text).has_value();
    scope.report(path.place, fmt::format("'{}' is {}{}", path.text,
                                         is_type ? "a type, whose fields stand only within aggregates"
                                                 : "no variable of this problem",
                                         suggestion(path.text, names)));
    return nullptr;
}

}  // namespace

std::optional<std::size_t> Scope::variable_named(std::string_view name) const {
    const auto found = std::find_if(variables.begin(), variables.end(),
                                    [&](const RuleVariable& variable) { return variable.name == name; });
    if (found == variables.end()) return std::nullopt;
    return static_cast<std::size_t>(found - variables.begin());
}

ExpressionPointer resolve_path(const ExpressionSyntax& path, Scope& scope) {
    if (path.field.empty()) return resolve_name(path, scope);
    if (const auto variable = scope.variable_named(path.text)) {
        const RuleVariable& found = scope.variables[*variable];
        return named_field(path, scope, ExpressionKind::field, found.type, *variable, found.input);
    }
    const auto type = find_type(path.text);
    if (type && scope.own_type == type)
        return named_field(path, scope, ExpressionKind::own_field, *type, 0, scope.own_input);
    if (type && (path.text == "program" || path.text == "map")) {
        return named_field(path, scope, ExpressionKind::run_field, *type);
    }
    return report_unknown_variable(path, scope);
}

}  // namespace fabricmap::rules
