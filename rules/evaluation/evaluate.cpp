// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/evaluate.hpp"

#include "rules/evaluation/aggregate_values.hpp"
#include "rules/evaluation/compared_clocks.hpp"
#include "rules/evaluation/plan.hpp"
#include "tracing/model/field_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace fabricmap::rules {
namespace {

using tracing::RecordType;

constexpr TypeIndex run_type = static_cast<TypeIndex>(RecordType::program);
constexpr auto communication_field =
    static_cast<std::size_t>(tracing::field(RecordType::program, "total_communication_time"));
constexpr auto clock_error_field =
    static_cast<std::size_t>(tracing::field(RecordType::program, "clock_error"));

struct LostFormulas {
    Formula process;
    Formula from;
    Formula to;
};

/// A group of bindings, and the values of aggregates over it.
struct Group {
    std::vector<std::size_t> tuples;
    std::vector<double> values;
};

class Evaluation {
  public:
    Evaluation(const Rule& rule, Records& records, const EvaluationOptions& options)
        : rule_(rule),
          records_(records),
          budget_(options.max_tests),
          takes_any_severity_(options.takes_any_severity),
          maker_{records, budget_},
          communication_(records.run_value(run_type, communication_field)),
          clock_error_(records.run_value(run_type, clock_error_field)) {
        const Plan plan = make_plan(rule, maker_, options.counts_pairs);
        tuples_ = find_bindings(plan, budget_);
        outcome_.rule = &rule;
        outcome_.answer = plan.answer;
        outcome_.unknown = tuples_.unkept_unknown;
        clocks_.emplace(rule, records, plan.answer);
    }

    RuleOutcome run() {
        if (rule_.groups.empty()) {
            judge(all_sure());
        } else {
            judge_groups();
        }
        measure();
        outcome_.tests = budget_.taken();
        return std::move(outcome_);
    }

  private:
    /// All bindings that are not unknown; the others are counted.
    Group all_sure() {
        Group group;
        for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple) {
            if (tuples_.is_unknown[tuple] != 0) {
                ++outcome_.unknown;
            } else {
                group.tuples.push_back(tuple);
            }
        }
        std::sort(group.tuples.begin(), group.tuples.end(),
                  [&](std::size_t a, std::size_t b) { return binding_of(a) < binding_of(b); });
        return group;
    }

    Binding binding_of(std::size_t tuple) const {
        Binding binding{};
        tuples_.read(tuple, binding);
        return binding;
    }

    /// In the order of the first binding of each.
    std::vector<Group> grouped() {
        std::vector<Formula> formulas;
        for (const ExpressionPointer& expression : rule_.groups) formulas.emplace_back(*expression, maker_);
        std::map<std::vector<double>, std::size_t> numbers;
        std::vector<Group> groups;
        for (const std::size_t tuple : all_sure().tuples) {
            std::vector<double> key;
            key.reserve(formulas.size());
            const Binding binding = binding_of(tuple);
            for (const Formula& formula : formulas) key.push_back(formula(binding));
            if (std::any_of(key.begin(), key.end(), [](double value) { return std::isnan(value); })) {
                ++outcome_.unknown;
                continue;
            }
            const std::size_t number = numbers.try_emplace(key, groups.size()).first->second;
            if (number == groups.size()) groups.emplace_back();
            groups[number].tuples.push_back(tuple);
        }
        return groups;
    }

    /// The aggregates over the bindings of a group.
    void set_values(Group& group, const std::vector<const Expression*>& expressions) {
        group.values.clear();
        for (const Expression* expression : expressions) {
            std::vector<double> values(expression->operands.empty() ? group.tuples.size() : 0, 1.0);
            if (!expression->operands.empty()) {
                const Formula operand(*expression->operands[0], maker_);
                for (const std::size_t tuple : group.tuples) {
                    const double value = operand(binding_of(tuple));
                    if (!std::isnan(value)) values.push_back(value);
                }
            }
            group.values.push_back(aggregate_of(expression->aggregate, expression->number, values));
        }
    }

    void judge_groups() {
        std::vector<Group> groups = grouped();
        maker_.group_aggregates.clear();
        std::vector<Formula> having;
        if (rule_.having) having.emplace_back(*rule_.having, maker_);
        const auto of_having = maker_.group_aggregates;
        for (Group& group : groups) {
            set_values(group, of_having);
            const double truth = having.empty() ? 1 : having[0](binding_of(group.tuples[0]), group.values);
            if (std::isnan(truth)) outcome_.unknown += group.tuples.size();
            if (truth == 1) judge(std::move(group));
        }
    }

    void judge(Group group) {
        if (rule_.severity) return judge_severity(std::move(group));
        if (losts_.empty()) {
            for (const Lost& lost : rule_.losts) {
                losts_.push_back(
                    {Formula(*lost.process, maker_), Formula(*lost.from, maker_), Formula(*lost.to, maker_)});
            }
        }
        for (const std::size_t tuple : group.tuples) judge_lost(binding_of(tuple));
    }

    void judge_lost(const Binding& binding) {
        const auto match = static_cast<std::uint32_t>(outcome_.matches.size());
        bool is_known = false;
        for (const LostFormulas& lost : losts_) {
            const Wait wait{lost.process(binding), lost.from(binding), lost.to(binding), match};
            if (std::isnan(wait.process) || std::isnan(wait.from) || std::isnan(wait.to)) continue;
            is_known = true;
            if (wait.to <= wait.from) continue;
            if (is_below_clock_error(wait.to - wait.from, binding)) {
                ++outcome_.below_clock_error;
            } else {
                outcome_.waits.push_back(wait);
            }
        }
        if (is_known) {
            add_finding(binding, 0);
        } else {
            ++outcome_.unknown;
        }
    }

    /// Whether clocks of two hosts may have made what looks like a loss of so many seconds. An error that is
    /// not known bounds nothing.
    [[nodiscard]] bool is_below_clock_error(double seconds, const Binding& binding) const {
        return seconds < clock_error_ && clocks_->are_of_several_hosts(binding);
    }

    void add_finding(const Binding& binding, double severity) {
        outcome_.matches.push_back({binding, severity});
        ++outcome_.bindings;
    }

    /// Of each binding; of the group as a whole where aggregates over it stand in the severity.
    void judge_severity(Group group) {
        if (severity_.empty()) {
            maker_.group_aggregates.clear();
            severity_.emplace_back(*rule_.severity, maker_);
            aggregates_ = maker_.group_aggregates;
        }
        set_values(group, aggregates_);
        const std::size_t judged = aggregates_.empty() ? group.tuples.size() : 1;
        for (std::size_t number = 0; number < judged; ++number) {
            const Binding binding = binding_of(group.tuples[number]);
            const double severity = severity_[0](binding, group.values);
            const std::size_t covered = aggregates_.empty() ? 1 : group.tuples.size();
            const double seconds = severity * communication_;
            if (std::isnan(severity)) {
                outcome_.unknown += covered;
            } else if (seconds > 0 && aggregates_.empty() && is_below_clock_error(seconds, binding)) {
                ++outcome_.below_clock_error;
            } else {
                require_within_run(severity);
                add_finding(binding, severity);
                outcome_.bindings += covered - 1;
            }
        }
    }

    /// One finding that costs more than the run spent in communication is a mistake of the rule: seconds or
    /// bytes that were not divided.
    void require_within_run(double severity) const {
        constexpr double rounding = 1e-9;
        if (severity <= 1 + rounding || takes_any_severity_ || !rule_.groups.empty() || !needs_trace(rule_))
            return;
        throw RefusedPlan(fmt::format(
            "its severity is {:.3g} for one finding, more than all time in communication: divide seconds by "
            "total_communication_time",
            severity));
    }

    void measure() {
        if (rule_.severity) {
            const bool takes_largest = !needs_trace(rule_);
            for (const Match& match : outcome_.matches) {
                outcome_.unclamped_severity = takes_largest
                                                  ? std::max(outcome_.unclamped_severity, match.severity)
                                                  : outcome_.unclamped_severity + match.severity;
            }
        } else {
            outcome_.united_waits = united(outcome_.waits);
            outcome_.seconds = seconds_of(outcome_.united_waits);
            outcome_.unclamped_severity = communication_ > 0 ? outcome_.seconds / communication_ : 0;
        }
        outcome_.severity = std::clamp(outcome_.unclamped_severity, 0.0, 1.0);
        if (rule_.severity && needs_trace(rule_) && communication_ > 0)
            outcome_.seconds = outcome_.severity * communication_;
    }

    const Rule& rule_;
    Records& records_;
    TestBudget budget_;
    bool takes_any_severity_;
    FormulaMaker maker_;
    double communication_;  ///< NaN where it is not known, as the next
    double clock_error_;
    std::optional<ComparedClocks> clocks_;
    Tuples tuples_;
    std::vector<LostFormulas> losts_;
    std::vector<Formula> severity_;
    std::vector<const Expression*> aggregates_;
    RuleOutcome outcome_;
};

}  // namespace

RuleOutcome evaluate(const Rule& rule, Records& records, const EvaluationOptions& options) {
    return Evaluation(rule, records, options).run();
}

std::vector<std::string> describe_plan(const Rule& rule, Records& records, bool counts_pairs) {
    TestBudget budget;
    FormulaMaker maker{records, budget};
    std::vector<std::string> lines;
    for (const Plan::Step& step : make_plan(rule, maker, counts_pairs).steps)
        lines.push_back(step.description);
    return lines;
}

}  // namespace fabricmap::rules
