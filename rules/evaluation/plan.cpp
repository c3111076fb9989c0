// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/plan.hpp"

#include "base/quantities.hpp"
#include "rules/evaluation/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace fabricmap::rules {
namespace {

using Variables = std::uint32_t;

Variables bit_of(std::size_t variable) {
    return 1U << variable;
}

ExpressionPointer number_expression(double value) {
    Expression number;
    number.number = value;
    return std::make_shared<Expression>(number);
}

ExpressionPointer of_two(Operator operation, ExpressionPointer first, ExpressionPointer second) {
    Expression expression;
    expression.kind = ExpressionKind::operation;
    expression.operation = operation;
    expression.operands = {std::move(first), std::move(second)};
    return std::make_shared<Expression>(std::move(expression));
}

/// A bit more than the limit, so that rounding loses no pair: each is tested exactly afterwards.
ExpressionPointer widened_limit(const ExpressionPointer& limit, const ExpressionPointer& start) {
    Expression magnitude;
    magnitude.kind = ExpressionKind::function;
    magnitude.function = Function::absolute;
    magnitude.operands = {start};
    return of_two(
        Operator::add, of_two(Operator::multiply, limit, number_expression(1 + 1e-9)),
        of_two(Operator::multiply, std::make_shared<Expression>(magnitude), number_expression(1e-12)));
}

class Planner {
  public:
    Planner(const Rule& rule, FormulaMaker& maker, bool counts_pairs) : rule_(rule), maker_(maker) {
        for (const RuleVariable& variable : rule.variables) names_.push_back(variable.name);
        for (std::size_t variable = 0; variable < rule.variables.size(); ++variable) {
            const bool is_of_answer = counts_pairs || !rule.variables[variable].is_existential;
            if (is_of_answer) plan_.answer.push_back(variable);
            if (is_of_answer) answer_ |= bit_of(variable);
        }
        for (const ExpressionPointer& condition : split_conjunction(rule.where)) {
            conditions_.push_back({condition, variables_in(*condition)});
        }
    }

    Plan run() {
        read_constants();
        for (std::size_t variable = 0; variable < names_.size(); ++variable) {
            candidates_.push_back(filtered(variable));
        }
        while (std::popcount(bound_) < static_cast<int>(names_.size())) add_step(next_variable());
        return std::move(plan_);
    }

  private:
    struct Condition {
        ExpressionPointer expression;
        Variables variables;
    };

    void read_constants() {
        for (const Condition& condition : conditions_) {
            if (condition.variables != 0) continue;
            const double truth = Formula(*condition.expression, maker_)({});
            if (truth == 0 || plan_.constant == 0) {
                plan_.constant = 0;
            } else if (std::isnan(truth)) {
                plan_.constant = unknown;
            }
        }
    }

    Candidates filtered(std::size_t variable) {
        std::vector<Formula> conditions;
        for (const Condition& condition : conditions_) {
            if (condition.variables == bit_of(variable))
                conditions.emplace_back(*condition.expression, maker_);
        }
        Candidates candidates;
        Binding binding{};
        const std::size_t size = plan_.constant == 0 ? 0
                                                     : maker_.records.size(rule_.variables[variable].type,
                                                                           rule_.variables[variable].input);
        for (Row row = 0; row < size; ++row) {
            binding[variable] = row;
            bool is_unknown = false;
            const bool is_out =
                std::any_of(conditions.begin(), conditions.end(), [&](const Formula& condition) {
                    const double truth = condition(binding);
                    is_unknown = is_unknown || std::isnan(truth);
                    return truth == 0;
                });
            if (is_out) continue;
            candidates.rows.push_back(row);
            candidates.is_unknown.push_back(is_unknown ? 1 : 0);
        }
        return candidates;
    }

    /// Whether a comparison ties the variable to those before it.
    [[nodiscard]] bool is_tied(std::size_t variable) const {
        return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
            return pair_of(condition, variable).has_value();
        });
    }

    [[nodiscard]] std::optional<Comparison> pair_of(const Condition& condition, std::size_t variable) const {
        const Variables own = bit_of(variable);
        if ((condition.variables & own) == 0 || (condition.variables & ~own) == 0) return std::nullopt;
        return turned_comparison(
            *condition.expression,
            [&](const Expression& side) {
                const Variables named = variables_in(side);
                return named != 0 && (named & ~bound_) == 0;
            },
            [&](const Expression& side) { return variables_in(side) == own; });
    }

    [[nodiscard]] std::size_t next_variable() const {
        std::optional<std::size_t> best;
        const auto rank = [&](std::size_t variable) {
            const bool is_of_answer = (answer_ & bit_of(variable)) != 0;
            return std::tuple(is_of_answer ? 0 : 1, is_tied(variable) ? 0 : 1,
                              candidates_[variable].rows.size());
        };
        for (std::size_t variable = 0; variable < names_.size(); ++variable) {
            if ((bound_ & bit_of(variable)) != 0) continue;
            if (!best || rank(variable) < rank(*best)) best = variable;
        }
        return *best;
    }

    /// An existential variable that a later one is compared with has to be kept until then.
    [[nodiscard]] bool is_needed_later(std::size_t variable) const {
        const Variables later = ~(bound_ | bit_of(variable));
        return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
            return (condition.variables & bit_of(variable)) != 0 && (condition.variables & later) != 0;
        });
    }

    void add_step(std::size_t variable) {
        Plan::Step step;
        step.join.variable = variable;
        const bool is_of_answer = (answer_ & bit_of(variable)) != 0;
        step.join.is_existential = !is_of_answer && !is_needed_later(variable);
        const bool is_last = std::popcount(bound_) + 1 == static_cast<int>(names_.size());
        step.join.keeps_unknown = !(is_last && is_of_answer);
        std::vector<std::string> ties;
        add_conditions(step.join, variable, ties);
        add_near(step.join, variable);
        step.candidates = std::move(candidates_[variable]);
        step.description = describe(step, ties);
        step.join.refusal = refusal(variable, step.join, ties);
        bound_ |= bit_of(variable);
        plan_.steps.push_back(std::move(step));
    }

    void add_comparison(JoinStep& join, const Comparison& pair) {
        const std::string right = text_of(*pair.right, names_);
        const std::size_t column = columns_.try_emplace(right, columns_.size()).first->second;
        join.comparisons.push_back(
            {pair.operation, Formula(*pair.left, maker_), Formula(*pair.right, maker_), column});
    }

    void add_conditions(JoinStep& join, std::size_t variable, std::vector<std::string>& ties) {
        constexpr std::size_t max_comparisons = 32;
        const Variables own = bit_of(variable);
        for (const Condition& condition : conditions_) {
            const bool is_new = (condition.variables & own) != 0 && (condition.variables & ~own) != 0;
            if (!is_new || (condition.variables & ~(bound_ | own)) != 0) continue;
            ties.push_back(text_of(*condition.expression, names_));
            const auto pair = pair_of(condition, variable);
            if (pair && join.comparisons.size() < max_comparisons) {
                add_comparison(join, *pair);
            } else {
                join.tests.emplace_back(*condition.expression, maker_);
            }
        }
    }

    void add_near(JoinStep& join, std::size_t variable) {
        for (const Near& near : rule_.near) {
            const bool is_first = near.first == variable;
            if (!is_first && near.second != variable) continue;
            if ((bound_ & bit_of(is_first ? near.second : near.first)) == 0) continue;
            const ExpressionPointer& own = is_first ? near.first_start : near.second_start;
            const ExpressionPointer& other = is_first ? near.second_start : near.first_start;
            const ExpressionPointer limit = widened_limit(near.limit, other);
            add_comparison(join, {Operator::less_equal, of_two(Operator::subtract, other, limit), own});
            add_comparison(join, {Operator::greater_equal, of_two(Operator::add, other, limit), own});
        }
    }

    [[nodiscard]] std::string describe(const Plan::Step& step, const std::vector<std::string>& ties) const {
        const RuleVariable& variable = rule_.variables[step.join.variable];
        const std::size_t equalities = equality_count(step.join);
        const std::size_t orders = step.join.comparisons.size() - equalities;
        std::string text = fmt::format(
            "{}: {} of {} records of {}", variable.name, step.candidates.rows.size(),
            maker_.records.size(variable.type, variable.input), record_schema()[variable.type].name);
        if (step.join.is_existential) text += ", one that fits is enough";
        if (ties.empty()) return text + (bound_ == 0 ? "" : "; with each of those before");
        text += fmt::format("; by {}", joined_by(ties, ", "));
        if (equalities > 0) text += fmt::format("; {} partitioned by", equalities);
        if (orders > 0) text += fmt::format("; {} looked up in sorted records", orders);
        if (!step.join.tests.empty()) text += fmt::format("; {} tested pair by pair", step.join.tests.size());
        return text;
    }

    static std::size_t equality_count(const JoinStep& join) {
        return static_cast<std::size_t>(
            std::count_if(join.comparisons.begin(), join.comparisons.end(),
                          [](const PairComparison& pair) { return pair.operation == Operator::equal; }));
    }

    [[nodiscard]] std::string refusal(std::size_t variable, const JoinStep& join,
                                      const std::vector<std::string>& ties) const {
        std::vector<std::string> before;
        for (const Plan::Step& step : plan_.steps) before.push_back(names_[step.join.variable]);
        const std::string others = joined_by(before, ", ");
        if (ties.empty()) {
            return fmt::format("no condition ties {0} to {1}; add an equality between them", names_[variable],
                               others);
        }
        const bool is_weak = join.comparisons.empty();
        return fmt::format("nothing but {} ties {} to {}; add an equality{} between them",
                           joined_by(ties, ", "), names_[variable], others, is_weak ? " or an order" : "");
    }

    const Rule& rule_;
    FormulaMaker& maker_;
    std::vector<std::string> names_;
    std::vector<Condition> conditions_;
    std::vector<Candidates> candidates_;
    std::map<std::string, std::size_t> columns_;
    Variables answer_ = 0;
    Variables bound_ = 0;
    Plan plan_;
};

/// Existential variables that were kept are dropped; of tuples that are then equal one stays, sure before
/// unknown.
Tuples projected(const Tuples& tuples, const std::vector<std::size_t>& answer) {
    std::map<std::vector<Row>, std::uint8_t> kept;
    Binding binding{};
    std::vector<Row> key(answer.size());
    for (std::size_t tuple = 0; tuple < tuples.size(); ++tuple) {
        tuples.read(tuple, binding);
        std::transform(answer.begin(), answer.end(), key.begin(),
                       [&](std::size_t variable) { return binding[variable]; });
        auto& is_unknown = kept.try_emplace(key, std::uint8_t{1}).first->second;
        is_unknown = std::min(is_unknown, tuples.is_unknown[tuple]);
    }
    Tuples result{answer, {}, {}, tuples.unkept_unknown};
    for (const auto& [rows, is_unknown] : kept) {
        result.rows.insert(result.rows.end(), rows.begin(), rows.end());
        result.is_unknown.push_back(is_unknown);
    }
    return result;
}

}  // namespace

Plan make_plan(const Rule& rule, FormulaMaker& maker, bool counts_pairs) {
    return Planner(rule, maker, counts_pairs).run();
}

Tuples find_bindings(const Plan& plan, TestBudget& budget) {
    Tuples tuples{{}, {}, {static_cast<std::uint8_t>(std::isnan(plan.constant) ? 1 : 0)}, 0};
    if (plan.constant == 0) tuples.is_unknown.clear();
    for (const Plan::Step& step : plan.steps) tuples = join(step.join, tuples, step.candidates, budget);
    return tuples.variables.size() == plan.answer.size() ? tuples : projected(tuples, plan.answer);
}

}  // namespace fabricmap::rules
