// SPDX-License-Identifier: Apache-2.0
#include "naive_clocks.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace fabricmap::testing {
namespace {

using namespace rules;

/// Finds whose clocks the times of expressions are of.
class ClocksOfTimes {
  public:
    ClocksOfTimes(const NaiveTrace& trace, const std::vector<std::size_t>& answer,
                  const NaiveBinding& binding)
        : trace_(trace), answer_(answer), binding_(binding) {}

    void add(const Expression& expression) {
        for (const ExpressionPointer& operand : expression.operands) add(*operand);
        if (expression.filter) add(*expression.filter);
        const bool is_function = expression.kind == ExpressionKind::function;
        if (is_function &&
            (expression.function == Function::next_outside || expression.function == Function::next_inside))
            add_rank(*expression.operands[0]);
        const bool is_own = expression.kind == ExpressionKind::own_field;
        if (!is_own && expression.kind != ExpressionKind::field) return;
        const RecordField& field = record_schema()[expression.type].fields[expression.field];
        if (field.kind != ValueKind::seconds) return;
        if (is_own || !is_in_answer(expression) || !field.clock) {
            any_process = true;
        } else {
            add_rank(expression, *field.clock);
        }
    }

    std::set<double> ranks;  ///< -1 where a record does not say which
    bool any_process = false;

  private:
    [[nodiscard]] bool is_in_answer(const Expression& expression) const {
        return std::find(answer_.begin(), answer_.end(), expression.variable) != answer_.end();
    }
    void add_rank(const Expression& expression, std::size_t field) {
        const Value rank = trace_.field_value(expression.type, field, binding_[expression.variable]);
        ranks.insert(rank ? rank->number : -1);
    }
    void add_rank(const Expression& expression) {
        if (expression.kind == ExpressionKind::field && is_in_answer(expression)) {
            add_rank(expression, expression.field);
        } else {
            any_process = true;
        }
    }

    const NaiveTrace& trace_;
    const std::vector<std::size_t>& answer_;
    const NaiveBinding& binding_;
};

}  // namespace

bool compares_hosts(const Rule& rule, const NaiveTrace& trace, const std::vector<std::size_t>& answer,
                    const NaiveBinding& binding) {
    std::set<std::string> hosts;
    const std::vector<Value> all = trace.hosts();
    for (const Value& host : all) hosts.insert(host ? host->text : "?");
    const bool are_known = std::all_of(all.begin(), all.end(), [](const Value& host) { return bool(host); });
    if (are_known && hosts.size() == 1) return false;
    ClocksOfTimes times(trace, answer, binding);
    times.add(*rule.where);
    for (const Near& near : rule.near) {
        times.add(*near.first_start);
        times.add(*near.second_start);
    }
    for (const Lost& lost : rule.losts) {
        times.add(*lost.from);
        times.add(*lost.to);
    }
    if (rule.severity) times.add(*rule.severity);
    if (times.any_process) return true;
    hosts.clear();
    for (const double rank : times.ranks) {
        const Value host = trace.host_of(rank);
        if (!host && times.ranks.size() > 1) return true;
        if (host) hosts.insert(host->text);
    }
    return hosts.size() > 1;
}

}  // namespace fabricmap::testing
