// SPDX-License-Identifier: Apache-2.0
#include "naive_evaluator.hpp"

#include "naive_clocks.hpp"
#include "naive_expressions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace fabricmap::testing {
namespace {

using namespace rules;

class Naive {
  public:
    Naive(const Rule& rule, const tracing::Trace& trace) : rule_(rule), trace_(trace), expressions_(trace_) {}

    NaiveOutcome run(bool counts_pairs) {
        for (std::size_t variable = 0; variable < rule_.variables.size(); ++variable) {
            const bool is_inner = rule_.variables[variable].is_existential && !counts_pairs;
            (is_inner ? inner_ : answer_).push_back(variable);
        }
        records_.assign(rule_.variables.size(), 0);
        go_through(0);
        finish();
        return outcome_;
    }

  private:
    void go_through(std::size_t depth) {
        if (depth == answer_.size()) return judge();
        for (std::size_t record = 0; record < trace_.size_of(rule_.variables[answer_[depth]].type);
             ++record) {
            records_[answer_[depth]] = record;
            go_through(depth + 1);
        }
    }

    /// Whether some records of the existential variables fulfil the condition.
    Truth exists(std::size_t depth) {
        if (depth == inner_.size()) return truth_of(*rule_.where);
        Truth any = false;
        for (std::size_t record = 0; record < trace_.size_of(rule_.variables[inner_[depth]].type); ++record) {
            records_[inner_[depth]] = record;
            const Truth one = exists(depth + 1);
            if (one == Truth(true)) return true;
            if (!one) any = std::nullopt;
        }
        return any;
    }

    void judge() {
        const Truth truth = exists(0);
        if (!truth) ++outcome_.unknown;
        if (!truth || !*truth) return;
        std::vector<std::pair<double, std::string>> key;
        for (const ExpressionPointer& group : rule_.groups) {
            const Value value = value_of(*group);
            if (!value) {
                ++outcome_.unknown;
                return;
            }
            key.emplace_back(value->number, value->text);
        }
        groups_[key].push_back(records_);
    }

    void finish() {
        for (auto& [key, members] : groups_) {
            expressions_.set_group(members);
            records_ = members.front();
            const Truth having = rule_.having ? truth_of(*rule_.having) : Truth(true);
            if (!having) outcome_.unknown += members.size();
            if (!having || !*having) continue;
            if (rule_.severity && has_group_aggregate(*rule_.severity)) {
                add_group_severity(members);
                continue;
            }
            for (const NaiveBinding& member : members) {
                records_ = member;
                if (rule_.severity) add_severity();
                if (!rule_.severity) add_losts();
            }
        }
        if (rule_.severity) return;
        const Value whole = trace_.run_value("total_communication_time");
        outcome_.severity = lost_seconds() / whole.value_or(Known{HUGE_VAL, ""}).number;
    }

    static bool has_group_aggregate(const Expression& expression) {
        return expression.kind == ExpressionKind::group_aggregate ||
               std::any_of(expression.operands.begin(), expression.operands.end(),
                           [](const ExpressionPointer& operand) { return has_group_aggregate(*operand); });
    }

    void keep(const NaiveBinding& records) {
        NaiveBinding binding;
        for (const std::size_t variable : answer_) binding.push_back(records[variable]);
        outcome_.bindings.insert(binding);
    }

    void add_group_severity(const std::vector<NaiveBinding>& members) {
        const Value severity = value_of(*rule_.severity);
        if (!severity) outcome_.unknown += members.size();
        if (!severity) return;
        outcome_.severity += severity->number;
        keep(members.front());
    }

    void add_severity() {
        const Value severity = value_of(*rule_.severity);
        if (!severity) ++outcome_.unknown;
        if (!severity) return;
        const double whole = trace_.run_value("total_communication_time")->number;
        if (is_below_clock_error(severity->number * whole)) return;
        outcome_.severity += severity->number;
        keep(records_);
    }

    void add_losts() {
        bool is_known = false;
        for (const Lost& lost : rule_.losts) {
            const Value process = value_of(*lost.process);
            const Value from = value_of(*lost.from);
            const Value to = value_of(*lost.to);
            if (!process || !from || !to) continue;
            is_known = true;
            if (to->number <= from->number || is_below_clock_error(to->number - from->number)) continue;
            waits_[process->number].emplace_back(from->number, to->number);
        }
        if (is_known) keep(records_);
        if (!is_known) ++outcome_.unknown;
    }

    /// Whether the clocks of two hosts may have made so many seconds.
    bool is_below_clock_error(double seconds) const {
        const double clock_error = trace_.run_value("clock_error").value_or(Known{0, ""}).number;
        return seconds > 0 && seconds < clock_error && compares_hosts(rule_, trace_, answer_, records_);
    }

    /// Between two neighbouring ends of waits a process waits or does not.
    double lost_seconds() {
        double seconds = 0;
        for (const auto& [process, waits] : waits_) {
            std::set<double> ends;
            for (const auto& [from, to] : waits) ends.insert({from, to});
            for (auto end = ends.begin(); std::next(end) != ends.end(); ++end) {
                const double from = *end;
                const double to = *std::next(end);
                const bool is_lost = std::any_of(waits.begin(), waits.end(), [&](const auto& wait) {
                    return wait.first <= from && to <= wait.second;
                });
                if (is_lost) seconds += to - from;
            }
        }
        return seconds;
    }

    Truth truth_of(const Expression& expression) { return expressions_.truth_of(expression, records_); }
    Value value_of(const Expression& expression) { return expressions_.value_of(expression, records_); }

    const Rule& rule_;
    NaiveTrace trace_;
    NaiveExpressions expressions_;
    std::vector<std::size_t> answer_;
    std::vector<std::size_t> inner_;
    NaiveBinding records_;
    std::map<std::vector<std::pair<double, std::string>>, std::vector<NaiveBinding>> groups_;
    std::map<double, std::vector<std::pair<double, double>>> waits_;
    NaiveOutcome outcome_;
};

}  // namespace

NaiveOutcome evaluate_naively(const Rule& rule, const tracing::Trace& trace, bool counts_pairs) {
    return Naive(rule, trace).run(counts_pairs);
}

}  // namespace fabricmap::testing
