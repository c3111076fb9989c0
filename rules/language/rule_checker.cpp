// SPDX-License-Identifier: Apache-2.0
#include "rules/language/rule_checker.hpp"

#include "base/nearest.hpp"
#include "rules/language/expression_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::rules {
namespace {

/// Makes a rule of what was written, or reports all that is wrong with it.
class RuleChecker {
  public:
    RuleChecker(const ProblemSyntax& problem, std::vector<RuleError>& errors)
        : problem_(problem), scope_{errors, {}, {}, {}, {}, {}, false}, errors_before_(errors.size()) {}

    std::optional<Rule> check() {
        rule_.name = problem_.name;
        rule_.description = problem_.description;
        rule_.advice = problem_.advice;
        rule_.place = problem_.place;
        if (problem_.name.empty()) scope_.report(problem_.place, "a problem needs a name");
        for (const FindSyntax& find : problem_.finds) add_variable(find);
        for (const LetSyntax& let : problem_.lets) add_let(let);
        rule_.where = checked(problem_.where, ValueKind::truth, "'where' needs a condition");
        if (problem_.within) add_within(*problem_.within);
        add_groups();
        add_result();
        if (scope_.errors.size() == errors_before_) check_use();
        rule_.variables = scope_.variables;
        if (scope_.errors.size() > errors_before_) return std::nullopt;
        return std::move(rule_);
    }

  private:
    void add_variable(const FindSyntax& find) {
        if (scope_.variable_named(find.variable)) {
            return scope_.report(find.place, fmt::format("a second variable '{}'", find.variable));
        }
        if (scope_.variables.size() == max_variables) {
            return scope_.report(find.place, fmt::format("more than {} variables", max_variables));
        }
        const auto type = find_type(find.type);
        if (!type || (find.is_operation && !record_schema()[*type].is_operation)) {
            report_type(find, type);
            // So that its fields are not reported too, one by one.
            is_type_unknown_ = true;
        }
        const TypeIndex index = type.value_or(0);
        const bool is_default_map = find.input == "map";
        if (is_default_map && type && !record_schema()[index].is_of_map) {
            scope_.report(
                find.place,
                fmt::format("{} is a type of traces: 'in NAME' names one that is compared with, and "
                            "nothing the one that is judged",
                            find.type));
        }
        scope_.variables.push_back({find.variable, index, is_default_map ? "" : find.input, find.is_exists});
    }

    void report_type(const FindSyntax& find, std::optional<TypeIndex> type) {
        if (type) {
            return scope_.report(find.type_place,
                                 fmt::format("{0} is no operation: write 'type {0}'", find.type));
        }
        std::vector<std::string_view> names;
        for (const RecordSchema& schema : record_schema()) names.push_back(schema.name);
        scope_.report(find.type_place,
                      fmt::format("'{}' is not a type of record{}", find.type, suggestion(find.type, names)));
    }

    void add_let(const LetSyntax& let) {
        const bool is_taken = scope_.lets.contains(let.name) || scope_.variable_named(let.name);
        if (is_taken) scope_.report(let.place, fmt::format("'{}' is named twice", let.name));
        ExpressionPointer value = expression(let.value);
        scope_.lets.emplace(let.name, std::move(value));
        scope_.is_let_used.emplace(let.name, false);
    }

    /// Nothing about names can be known where a type is not.
    ExpressionPointer expression(const ExpressionSyntax& syntax) {
        return is_type_unknown_ ? nullptr : check_expression(syntax, scope_);
    }

    ExpressionPointer checked(const ExpressionSyntax& syntax, std::optional<ValueKind> kind,
                              std::string_view need) {
        ExpressionPointer value = expression(syntax);
        if (!value) return nullptr;
        const bool fits =
            kind ? common_kind(value->value, *kind).has_value() : value->value != ValueKind::truth;
        if (fits) return value;
        scope_.report(syntax.place, fmt::format("{}, not {}", need, name_of(value->value)));
        return nullptr;
    }

    ExpressionPointer start_of(std::size_t variable) {
        ExpressionSyntax path;
        path.kind = SyntaxKind::path;
        path.text = scope_.variables[variable].name;
        path.field = record_schema()[scope_.variables[variable].type].start_field;
        return resolve_path(path, scope_);
    }

    void add_within(const ExpressionSyntax& within) {
        const ExpressionPointer limit = checked(within, ValueKind::seconds, "'within' needs seconds");
        if (!limit || !rule_.where) return;
        if (variables_in(*limit) != 0) {
            return scope_.report(within.place, "'within' needs one value for all records, not a field");
        }
        for (std::size_t second = 0; second < scope_.variables.size(); ++second) {
            if (record_schema()[scope_.variables[second].type].start_field.empty()) {
                return scope_.report(within.place, fmt::format("'within' compares starts, and {} has none",
                                                               scope_.variables[second].name));
            }
            for (std::size_t first = 0; first < second; ++first) add_near(first, second, limit);
        }
    }

    void add_near(std::size_t first, std::size_t second, const ExpressionPointer& limit) {
        Near near{first, second, start_of(first), start_of(second), limit};
        Expression distance;
        distance.kind = ExpressionKind::function;
        distance.function = Function::absolute;
        distance.value = ValueKind::seconds;
        distance.operands = {
            make_operation(Operator::subtract, ValueKind::seconds, {near.first_start, near.second_start})};
        const ExpressionPointer is_near = make_operation(Operator::less_equal, ValueKind::truth,
                                                         {std::make_shared<Expression>(distance), limit});
        rule_.where = make_operation(Operator::conjunction, ValueKind::truth, {rule_.where, is_near});
        rule_.near.push_back(std::move(near));
    }

    void add_groups() {
        for (const ExpressionSyntax& group : problem_.groups) {
            rule_.groups.push_back(checked(group, std::nullopt, "'group by' needs a number or a string"));
        }
        scope_.has_groups = !problem_.groups.empty();
        if (problem_.having)
            rule_.having = checked(*problem_.having, ValueKind::truth, "'having' needs a condition");
    }

    void add_result() {
        if (problem_.severity) {
            rule_.severity = checked(*problem_.severity, ValueKind::number, "'severity' needs a number");
            const bool is_constant = rule_.severity && rule_.severity->kind == ExpressionKind::number;
            if (is_constant && rule_.severity->number > 1) {
                scope_.report(
                    problem_.severity->place,
                    fmt::format("'severity' is a fraction from 0 to 1, not {}", rule_.severity->number));
            }
        }
        scope_.has_groups = false;
        for (const LostSyntax& lost : problem_.losts) {
            rule_.losts.push_back({checked(lost.process, ValueKind::number, "'lost on' needs a rank"),
                                   checked(lost.from, ValueKind::seconds, "'from' needs seconds"),
                                   checked(lost.to, ValueKind::seconds, "'to' needs seconds")});
        }
    }

    [[nodiscard]] std::uint32_t variables_of_result() const {
        std::uint32_t used = rule_.severity ? variables_in(*rule_.severity) : 0U;
        if (rule_.having) used |= variables_in(*rule_.having);
        for (const ExpressionPointer& group : rule_.groups) used |= variables_in(*group);
        for (const Lost& lost : rule_.losts) {
            used |= variables_in(*lost.process) | variables_in(*lost.from) | variables_in(*lost.to);
        }
        return used;
    }

    void check_use() {
        const std::uint32_t of_result = variables_of_result();
        const std::uint32_t used = of_result | variables_in(*rule_.where);
        for (std::size_t number = 0; number < scope_.variables.size(); ++number) {
            RuleVariable& variable = scope_.variables[number];
            const std::uint32_t bit = 1U << number;
            if ((used & bit) == 0) {
                scope_.report(problem_.finds[number].place,
                              fmt::format("variable '{}' is not used: take out its 'find'", variable.name));
            } else if (variable.is_existential && (of_result & bit) != 0) {
                scope_.report(
                    problem_.finds[number].place,
                    fmt::format("'{}' is in the result, so that it cannot be 'exists'", variable.name));
            }
            variable.is_existential = (of_result & bit) == 0;
        }
        for (const LetSyntax& let : problem_.lets) {
            if (!scope_.is_let_used[let.name]) {
                scope_.report(let.place, fmt::format("'{}' is not used: take out its 'let'", let.name));
            }
        }
    }

    const ProblemSyntax& problem_;
    Scope scope_;
    std::size_t errors_before_ = 0;
    bool is_type_unknown_ = false;
    Rule rule_;
};

}  // namespace

std::optional<Rule> check_problem(const ProblemSyntax& problem, std::vector<RuleError>& errors) {
    return RuleChecker(problem, errors).check();
}

}  // namespace fabricmap::rules
