// SPDX-License-Identifier: Apache-2.0
#include "sql_rules.hpp"

#include "sql_database.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace fabricmap::testing {
namespace {

using namespace rules;

std::string real(double value) {
    return std::isnan(value) ? "NULL" : fmt::format("({:.17e})", value);
}

std::string sql_text(std::string_view text) {
    return fmt::format("'{}'", text);
}

/// SQL's word for an operator; AND, OR and NOT are three-valued there as they are here, and what a division
/// by 0 gives is NULL.
std::string_view sql_operator(Operator operation) {
    switch (operation) {
        case Operator::add:
            return "+";
        case Operator::multiply:
            return "*";
        case Operator::divide:
            return "/";
        case Operator::less:
            return "<";
        case Operator::less_equal:
            return "<=";
        case Operator::greater:
            return ">";
        case Operator::greater_equal:
            return ">=";
        case Operator::equal:
            return "=";
        case Operator::not_equal:
            return "<>";
        case Operator::conjunction:
            return "AND";
        case Operator::disjunction:
            return "OR";
        case Operator::negation:
            return "NOT ";
        default:
            return "-";
    }
}

std::string sql_of(const Expression& expression);

std::string sql_of_function(const Expression& expression) {
    std::vector<std::string> operands;
    for (const ExpressionPointer& operand : expression.operands) operands.push_back(sql_of(*operand));
    switch (expression.function) {
        case Function::choose:
            return fmt::format("(CASE WHEN {0} IS NULL THEN NULL WHEN {0} THEN {1} ELSE {2} END)",
                               operands[0], operands[1], operands[2]);
        case Function::minimum:
            return fmt::format("min({})", fmt::join(operands, ", "));
        case Function::maximum:
            return fmt::format("max({})", fmt::join(operands, ", "));
        case Function::absolute:
            return fmt::format("abs({})", operands[0]);
        case Function::coalesce:
            return fmt::format("coalesce({})", fmt::join(operands, ", "));
        case Function::log2:
            return fmt::format("log2({})", operands[0]);
        case Function::host_of:
            return fmt::format("(SELECT host FROM process WHERE rank = {})", operands[0]);
        case Function::same_host:
            return fmt::format(
                "((SELECT host FROM process WHERE rank = {}) = (SELECT host FROM process WHERE rank = {}))",
                operands[0], operands[1]);
        default:
            return "NULL";  // no map, so nothing is expected
    }
}

std::string sql_of(const Expression& expression) {
    const RecordSchema& type = record_schema()[expression.type];
    switch (expression.kind) {
        case ExpressionKind::number:
            return real(expression.number);
        case ExpressionKind::text:
            return sql_text(expression.text);
        case ExpressionKind::field:
            return fmt::format("v{}.{}", expression.variable, type.fields[expression.field].name);
        case ExpressionKind::run_field:
            return fmt::format("(SELECT {} FROM {})", type.fields[expression.field].name, type.name);
        case ExpressionKind::function:
            return sql_of_function(expression);
        default:
            break;
    }
    const std::string first = sql_of(*expression.operands[0]);
    const std::string_view word = sql_operator(expression.operation);
    if (expression.operands.size() == 1) return fmt::format("({}{})", word, first);
    return fmt::format("({} {} {})", first, word, sql_of(*expression.operands[1]));
}

/// Aggregates, and when a rank is within MPI.
bool is_beyond_sql(const ExpressionPointer& expression) {
    if (!expression) return false;
    const bool is_function = expression->kind == ExpressionKind::function;
    return expression->kind == ExpressionKind::column_aggregate ||
           expression->kind == ExpressionKind::group_aggregate ||
           (is_function && (expression->function == Function::next_outside ||
                            expression->function == Function::next_inside)) ||
           std::any_of(expression->operands.begin(), expression->operands.end(), is_beyond_sql);
}

std::string tables(const Rule& rule, const std::vector<std::size_t>& variables) {
    std::vector<std::string> all{"(SELECT 1)"};
    for (const std::size_t variable : variables)
        all.push_back(
            fmt::format("{} AS v{}", record_schema()[rule.variables[variable].type].name, variable));
    return fmt::format("{}", fmt::join(all, ", "));
}

/// 1, 0 or NULL: whether there are records of the existential variables that meet the condition.
std::string truth_of(const Rule& rule, const std::vector<std::size_t>& existential) {
    const std::string condition = sql_of(*rule.where);
    if (existential.empty()) return condition;
    const std::string those = fmt::format("EXISTS (SELECT 1 FROM {} WHERE ", tables(rule, existential));
    return fmt::format("(CASE WHEN {0}{1}) THEN 1 WHEN {0}{1} IS NULL) THEN NULL ELSE 0 END)", those,
                       condition);
}

/// 1 or 0: whether what the rule reports of a binding is known.
std::string is_known(const Rule& rule) {
    std::vector<std::string> parts;
    for (const ExpressionPointer& group : rule.groups) parts.push_back(sql_of(*group) + " IS NOT NULL");
    std::vector<std::string> losts;
    for (const Lost& lost : rule.losts) {
        losts.push_back(fmt::format("({} IS NOT NULL AND {} IS NOT NULL AND {} IS NOT NULL)",
                                    sql_of(*lost.process), sql_of(*lost.from), sql_of(*lost.to)));
    }
    parts.push_back(rule.severity ? sql_of(*rule.severity) + " IS NOT NULL"
                                  : fmt::format("({})", fmt::join(losts, " OR ")));
    return fmt::format("({})", fmt::join(parts, " AND "));
}

}  // namespace

bool can_be_sql(const Rule& rule) {
    std::vector<ExpressionPointer> all{rule.where, rule.having, rule.severity};
    all.insert(all.end(), rule.groups.begin(), rule.groups.end());
    for (const Lost& lost : rule.losts) all.insert(all.end(), {lost.process, lost.from, lost.to});
    return std::none_of(all.begin(), all.end(), is_beyond_sql);
}

SqlOutcome evaluate_by_sql(const Rule& rule, const tracing::Trace& trace, bool counts_pairs) {
    std::vector<std::size_t> answer;
    std::vector<std::size_t> existential;
    for (std::size_t variable = 0; variable < rule.variables.size(); ++variable) {
        const bool is_inner = rule.variables[variable].is_existential && !counts_pairs;
        (is_inner ? existential : answer).push_back(variable);
    }
    std::string columns;
    for (const std::size_t variable : answer) columns += fmt::format("v{}.record, ", variable);
    columns += fmt::format("{} AS truth, {}, {}", truth_of(rule, existential), is_known(rule),
                           rule.severity ? sql_of(*rule.severity) : "0");
    SqlDatabase database;
    database.add(trace);
    SqlOutcome outcome;
    const std::size_t width = answer.size();
    // Each binding is asked for but those that are false.
    const std::string statement =
        fmt::format("SELECT {} FROM {} WHERE truth IS NULL OR truth", columns, tables(rule, answer));
    database.ask(statement, static_cast<int>(width) + 3, [&](const std::vector<double>& row) {
        if (std::isnan(row[width]) || row[width + 1] == 0) {
            ++outcome.unknown;
            return;
        }
        outcome.bindings.emplace(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(width));
        outcome.severity += row[width + 2];
    });
    return outcome;
}

}  // namespace fabricmap::testing
