// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/compared_clocks.hpp"

#include <algorithm>

namespace fabricmap::rules {

ComparedClocks::ComparedClocks(const Rule& rule, Records& records, const std::vector<std::size_t>& answer)
    : records_(records) {
    add(*rule.where, answer);
    for (const Near& near : rule.near) {
        add(*near.first_start, answer);
        add(*near.second_start, answer);
    }
    for (const Lost& lost : rule.losts) {
        add(*lost.from, answer);
        add(*lost.to, answer);
    }
    if (rule.severity) add(*rule.severity, answer);
}

void ComparedClocks::add(const Expression& expression, const std::vector<std::size_t>& answer) {
    const bool is_field =
        expression.kind == ExpressionKind::field || expression.kind == ExpressionKind::own_field;
    if (is_field) add_field(expression, answer);
    const bool is_of_activity =
        expression.kind == ExpressionKind::function &&
        (expression.function == Function::next_outside || expression.function == Function::next_inside);
    if (is_of_activity) add_rank(*expression.operands[0], answer);
    for (const ExpressionPointer& operand : expression.operands) add(*operand, answer);
    if (expression.filter) add(*expression.filter, answer);
}

void ComparedClocks::add_field(const Expression& expression, const std::vector<std::size_t>& answer) {
    const RecordSchema& schema = record_schema()[expression.type];
    const RecordField& field = schema.fields[expression.field];
    // What another run took is no reading of this one's clocks.
    if (schema.is_of_map || !expression.input.empty() || field.kind != ValueKind::seconds) return;
    add_clock(expression, field.clock, answer);
}

/// When a rank is within MPI is told by its clock.
void ComparedClocks::add_rank(const Expression& rank, const std::vector<std::size_t>& answer) {
    const bool is_field = rank.kind == ExpressionKind::field && rank.input.empty();
    add_clock(rank, is_field ? std::optional(rank.field) : std::nullopt, answer);
}

/// `rank_field`: of the expression's record, with the process whose clock it is.
void ComparedClocks::add_clock(const Expression& expression, std::optional<std::size_t> rank_field,
                               const std::vector<std::size_t>& answer) {
    const bool is_in_binding = expression.kind == ExpressionKind::field &&
                               std::find(answer.begin(), answer.end(), expression.variable) != answer.end();
    if (!is_in_binding || !rank_field) {
        names_any_process_ = true;
        return;
    }
    const Clock clock{expression.variable, expression.type, *rank_field};
    if (std::find(clocks_.begin(), clocks_.end(), clock) == clocks_.end()) clocks_.push_back(clock);
}

bool ComparedClocks::are_of_several_hosts(const Binding& binding) const {
    if (records_.are_on_one_host()) return false;
    if (names_any_process_) return true;
    const auto rank_of = [&](const Clock& clock) {
        return records_.value(clock.type, clock.rank_field, binding[clock.variable]);
    };
    return std::any_of(clocks_.begin(), clocks_.end(), [&](const Clock& clock) {
        if (clock == clocks_.front()) return false;
        const double first = rank_of(clocks_.front());
        const double rank = rank_of(clock);
        // What is unknown equals nothing.
        return rank != first && records_.host_of(rank) != records_.host_of(first);
    });
}

}  // namespace fabricmap::rules
