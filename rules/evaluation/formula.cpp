// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/formula.hpp"

#include "rules/evaluation/column_aggregate.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

double of_conjunction(double a, double b) {
    if (a == 0 || b == 0) return 0;
    return a + b - 1;  // unknown where one is
}

double of_disjunction(double a, double b) {
    if (a == 1 || b == 1) return 1;
    return a + b;
}

double of_comparison(Operator operation, double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return unknown;
    switch (operation) {
        case Operator::less:
            return a < b ? 1 : 0;
        case Operator::less_equal:
            return a <= b ? 1 : 0;
        case Operator::greater:
            return a > b ? 1 : 0;
        case Operator::greater_equal:
            return a >= b ? 1 : 0;
        case Operator::equal:
            return a == b ? 1 : 0;
        default:
            return a != b ? 1 : 0;
    }
}

double of_operator(Operator operation, double a, double b) {
    switch (operation) {
        case Operator::add:
            return a + b;
        case Operator::subtract:
            return a - b;
        case Operator::multiply:
            return a * b;
        case Operator::divide:
            return b == 0 ? unknown : a / b;
        case Operator::conjunction:
            return of_conjunction(a, b);
        case Operator::disjunction:
            return of_disjunction(a, b);
        case Operator::negation:
            return 1 - a;
        case Operator::negative:
            return -a;
        default:
            return of_comparison(operation, a, b);
    }
}

}  // namespace

Formula::Formula(const Expression& expression, FormulaMaker& maker)
    : kind_(expression.kind),
      operation_(expression.operation),
      function_(expression.function),
      constant_(expression.number),
      variable_(expression.variable),
      records_(&maker.records) {
    if (kind_ == ExpressionKind::column_aggregate) {
        auto& aggregate = maker.column_aggregates[&expression];
        if (!aggregate) aggregate = std::make_shared<ColumnAggregate>(expression, maker);
        column_aggregate_ = aggregate;
        return;
    }
    if (kind_ == ExpressionKind::group_aggregate) {
        variable_ = maker.group_aggregates.size();
        maker.group_aggregates.push_back(&expression);
        return;
    }
    for (const ExpressionPointer& operand : expression.operands) operands_.emplace_back(*operand, maker);
    take_column(expression, maker);
    fold();
}

void Formula::take_column(const Expression& expression, FormulaMaker& maker) {
    if (kind_ == ExpressionKind::text) constant_ = maker.records.number_of(expression.text);
    if (kind_ == ExpressionKind::run_field) {
        constant_ = maker.records.run_value(expression.type, expression.field);
    }
    if (kind_ == ExpressionKind::text || kind_ == ExpressionKind::run_field) kind_ = ExpressionKind::number;
    if (kind_ != ExpressionKind::field && kind_ != ExpressionKind::own_field) return;
    if (kind_ == ExpressionKind::own_field) variable_ = own_row;
    column_ = maker.records.column(expression.type, expression.field, expression.input);
    if (!column_.numbers.empty() || !column_.texts.empty()) return;
    kind_ = ExpressionKind::number;
    constant_ = unknown;
}

void Formula::fold() {
    if (kind_ != ExpressionKind::operation && kind_ != ExpressionKind::function) return;
    const bool is_constant = std::all_of(operands_.begin(), operands_.end(),
                                         [](const Formula& operand) { return operand.is_constant(); });
    if (!is_constant) return;
    constant_ = (*this)(Binding{});
    kind_ = ExpressionKind::number;
    operands_.clear();
}

double Formula::operator()(const Binding& binding, std::span<const double> groups) const {
    switch (kind_) {
        case ExpressionKind::number:
            return constant_;
        case ExpressionKind::operation:
            return of_operands(binding, groups);
        case ExpressionKind::function:
            return of_function(binding, groups);
        case ExpressionKind::column_aggregate:
            return column_aggregate_->value(binding);
        case ExpressionKind::group_aggregate:
            return groups[variable_];
        default:
            break;
    }
    const Row row = binding[variable_];
    if (!column_.numbers.empty()) return column_.numbers[row];
    const tracing::StringId text = column_.texts[row];
    return text == tracing::no_string ? unknown : static_cast<double>(text);
}

double Formula::of_operands(const Binding& binding, std::span<const double> groups) const {
    const double first = operands_[0](binding, groups);
    if (operands_.size() == 1) return of_operator(operation_, first, 0);
    if (operation_ == Operator::conjunction && first == 0) return 0;
    if (operation_ == Operator::disjunction && first == 1) return 1;
    return of_operator(operation_, first, operands_[1](binding, groups));
}

double Formula::first_known(const Binding& binding, std::span<const double> groups) const {
    double value = unknown;
    for (auto operand = operands_.begin(); operand != operands_.end() && std::isnan(value); ++operand)
        value = (*operand)(binding, groups);
    return value;
}

double Formula::of_function(const Binding& binding, std::span<const double> groups) const {
    const double first = operands_[0](binding, groups);
    const auto operand = [&](std::size_t number) { return operands_[number](binding, groups); };
    switch (function_) {
        case Function::absolute:
            return std::abs(first);
        case Function::log2:
            return first > 0 ? std::log2(first) : unknown;
        case Function::choose:
            return std::isnan(first) ? unknown : operand(first == 1 ? 1 : 2);
        case Function::expected:
            return operands_.size() > 3 && std::isnan(operand(3))
                       ? unknown
                       : records_->expected(first, operand(1), operand(2),
                                            operands_.size() > 3 ? operand(3) : unknown);
        case Function::coalesce:
            return first_known(binding, groups);
        case Function::next_outside:
            return records_->activity().next_outside(first, operand(1));
        case Function::next_inside:
            return records_->activity().next_inside(first, operand(1));
        case Function::host_of:
            return records_->host_of(first);
        case Function::same_host:
            return of_comparison(Operator::equal, records_->host_of(first), records_->host_of(operand(1)));
        default:
            break;
    }
    double extreme = first;
    for (std::size_t number = 1; number < operands_.size(); ++number) {
        const double next = operand(number);
        if (std::isnan(next)) return unknown;
        extreme = function_ == Function::minimum ? std::min(extreme, next) : std::max(extreme, next);
    }
    return extreme;
}

}  // namespace fabricmap::rules
