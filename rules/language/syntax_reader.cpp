// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "rules/language/parse_tree.hpp"
#include "rules/language/syntax.hpp"
#include "rules/language/syntax_errors.hpp"
#include "rules/language/words.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

std::string without_quotes(std::string_view text) {
    const bool is_quoted = text.starts_with('"');
    return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

double scaled(double number, std::string_view unit) {
    const auto found =
        std::find_if(units.begin(), units.end(), [&](const UnitInfo& info) { return info.name == unit; });
    return found == units.end() ? number : number * found->times / found->divided_by;
}

/// Makes what a rule says out of the parts that were read.
class SyntaxReader {
  public:
    explicit SyntaxReader(const Places& places) : places_(places) {}

    [[nodiscard]] ProblemSyntax problem(const ParsedPart& part) const {
        ProblemSyntax problem;
        for (const ParsedPart& clause : part.parts) add_clause(problem, clause);
        return problem;
    }

  private:
    void add_clause(ProblemSyntax& problem, const ParsedPart& clause) const {
        switch (clause.part) {
            case Part::problem_name:
                problem.name = without_quotes(clause.text);
                problem.place = places_(clause.begin);
                break;
            case Part::description:
                problem.description = without_quotes(clause.text);
                break;
            case Part::find:
                problem.finds.push_back(find(clause));
                break;
            case Part::within:
                problem.within = expression(clause.parts.at(0));
                break;
            case Part::let:
                problem.lets.push_back(let(clause));
                break;
            case Part::where:
                problem.where = expression(clause.parts.at(0));
                break;
            case Part::group:
                problem.groups = expressions(clause.parts);
                break;
            case Part::having:
                problem.having = expression(clause.parts.at(0));
                break;
            case Part::lost:
                problem.losts.push_back(lost(clause));
                break;
            case Part::severity:
                problem.severity = expression(clause.parts.at(0));
                break;
            case Part::advice:
                problem.advice = without_quotes(clause.text);
                break;
            default:
                break;
        }
    }

    [[nodiscard]] FindSyntax find(const ParsedPart& clause) const {
        FindSyntax find;
        for (const ParsedPart& part : clause.parts) {
            if (part.part == Part::exists) find.is_exists = true;
            if (part.part == Part::operation) find.is_operation = true;
            if (part.part == Part::input_name) find.input = part.text;
            if (part.part == Part::variable_name) {
                find.variable = part.text;
                find.place = places_(part.begin);
            }
            if (part.part == Part::type_name) {
                find.type = part.text;
                find.type_place = places_(part.begin);
            }
        }
        return find;
    }

    [[nodiscard]] LetSyntax let(const ParsedPart& clause) const {
        const ParsedPart& name = clause.parts.at(0);
        return {places_(name.begin), std::string(name.text), expression(clause.parts.at(1))};
    }

    [[nodiscard]] LostSyntax lost(const ParsedPart& clause) const {
        return {expression(clause.parts.at(0)), expression(clause.parts.at(1)),
                expression(clause.parts.at(2))};
    }

    [[nodiscard]] std::vector<ExpressionSyntax> expressions(const std::vector<ParsedPart>& parts) const {
        std::vector<ExpressionSyntax> all;
        all.reserve(parts.size());
        for (const ParsedPart& part : parts) all.push_back(expression(part));
        return all;
    }

    [[nodiscard]] ExpressionSyntax begun(SyntaxKind kind, std::size_t byte) const {
        ExpressionSyntax expression;
        expression.kind = kind;
        expression.place = places_(byte);
        return expression;
    }

    [[nodiscard]] ExpressionSyntax expression(const ParsedPart& part) const {
        switch (part.part) {
            case Part::infix:
                return infix(part);
            case Part::prefix:
                return prefix(part);
            case Part::number:
                return number(part);
            case Part::call:
                return call(part);
            case Part::path:
                return path(part);
            default:
                break;
        }
        ExpressionSyntax text = begun(SyntaxKind::text, part.begin);
        text.text = without_quotes(part.text);
        return text;
    }

    /// Operators of one strength are carried out from the left.
    [[nodiscard]] ExpressionSyntax infix(const ParsedPart& part) const {
        ExpressionSyntax left = expression(part.parts.at(0));
        for (std::size_t number = 1; number + 1 < part.parts.size(); number += 2) {
            ExpressionSyntax both = begun(SyntaxKind::infix, part.parts[number].begin);
            both.text = part.parts[number].text;
            both.operands.push_back(std::move(left));
            both.operands.push_back(expression(part.parts[number + 1]));
            left = std::move(both);
        }
        return left;
    }

    [[nodiscard]] ExpressionSyntax prefix(const ParsedPart& part) const {
        ExpressionSyntax inner = expression(part.parts.back());
        for (std::size_t number = part.parts.size() - 1; number-- > 0;) {
            ExpressionSyntax outer = begun(SyntaxKind::prefix, part.parts[number].begin);
            outer.text = part.parts[number].text;
            outer.operands.push_back(std::move(inner));
            inner = std::move(outer);
        }
        return inner;
    }

    [[nodiscard]] ExpressionSyntax number(const ParsedPart& part) const {
        ExpressionSyntax number = begun(SyntaxKind::number, part.begin);
        if (part.parts.size() > 1) number.unit = part.parts[1].text;
        number.number = scaled(read_number<double>(part.parts.at(0).text).value_or(HUGE_VAL), number.unit);
        return number;
    }

    [[nodiscard]] ExpressionSyntax call(const ParsedPart& part) const {
        ExpressionSyntax call = begun(SyntaxKind::call, part.begin);
        call.text = part.parts.at(0).text;
        for (std::size_t number = 1; number < part.parts.size(); ++number) {
            const ParsedPart& operand = part.parts[number];
            if (operand.part == Part::input_name) {
                call.input = operand.text;
                continue;
            }
            call.has_filter = operand.part == Part::filter;
            call.operands.push_back(expression(call.has_filter ? operand.parts.at(0) : operand));
        }
        return call;
    }

    [[nodiscard]] ExpressionSyntax path(const ParsedPart& part) const {
        ExpressionSyntax path = begun(SyntaxKind::path, part.begin);
        path.text = part.parts.at(0).text;
        if (part.parts.size() > 1) {
            path.field = part.parts[1].text;
            path.field_place = places_(part.parts[1].begin);
        }
        return path;
    }

    const Places& places_;
};

}  // namespace

std::vector<ProblemSyntax> read_syntax(std::string_view text, std::vector<RuleError>& errors) {
    const Places places(text);
    std::vector<ProblemSyntax> problems;
    if (const auto bracket = too_deep_bracket(text)) {
        errors.push_back({places(*bracket), "more than 100 brackets within each other; use let"});
        return problems;
    }
    for (std::size_t position = skip_space(text, 0); position < text.size();) {
        const ParsedProblem parsed = parse_problem(text, position);
        if (parsed.is_read) {
            problems.push_back(SyntaxReader(places).problem(parsed.problem));
            position = parsed.end;
        } else {
            errors.push_back({places(skip_space(text, parsed.end)), describe_failure(text, parsed)});
            // What failed at its own first word is no problem: reading goes on behind it.
            const bool is_first_word = parsed.end == position;
            position = next_problem(text, is_first_word ? position + 1 : parsed.end);
        }
    }
    return problems;
}

}  // namespace fabricmap::rules
