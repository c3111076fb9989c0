// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/column_aggregate.hpp"

#include "rules/evaluation/aggregate_values.hpp"
#include "rules/evaluation/conditions.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

bool are_all_true(const std::vector<Formula>& conditions, const Binding& binding) {
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const Formula& condition) { return condition(binding) == 1; });
}

/// Nothing where one is unknown, which equals nothing.
bool read_key(const std::vector<Formula>& formulas, const Binding& binding, std::vector<double>& key) {
    key.clear();
    for (const Formula& formula : formulas) key.push_back(formula(binding));
    return std::none_of(key.begin(), key.end(), [](double value) { return std::isnan(value); });
}

}  // namespace

ColumnAggregate::ColumnAggregate(const Expression& aggregate, FormulaMaker& maker)
    : aggregate_(aggregate.aggregate), fraction_(aggregate.number), budget_(&maker.budget) {
    std::vector<double> none;
    value_of_none_ = aggregate_of(aggregate_, fraction_, none);
    split_filter(aggregate, maker);
    gather(aggregate, maker);
    if (!other_conditions_.empty()) return;
    for (const std::vector<Member>& members : groups_) group_values_.push_back(of_members(members, {}));
    groups_.clear();
}

void ColumnAggregate::split_filter(const Expression& aggregate, FormulaMaker& maker) {
    const auto is_own = [](const Expression& side) { return variables_in(side) == 0 && has_own_field(side); };
    const auto is_outer = [](const Expression& side) {
        return variables_in(side) != 0 && !has_own_field(side);
    };
    for (const ExpressionPointer& condition : split_conjunction(aggregate.filter)) {
        const auto pair = turned_comparison(*condition, is_own, is_outer);
        if (variables_in(*condition) == 0) {
            own_conditions_.emplace_back(*condition, maker);
        } else if (pair && pair->operation == Operator::equal) {
            own_keys_.emplace_back(*pair->left, maker);
            outer_keys_.emplace_back(*pair->right, maker);
        } else {
            other_conditions_.emplace_back(*condition, maker);
        }
    }
}

void ColumnAggregate::gather(const Expression& aggregate, FormulaMaker& maker) {
    std::vector<Formula> values;
    for (const ExpressionPointer& operand : aggregate.operands) values.emplace_back(*operand, maker);
    Binding binding{};
    std::vector<double> key;
    for (Row row = 0; row < maker.records.size(aggregate.type, aggregate.input); ++row) {
        binding[own_row] = row;
        if (!are_all_true(own_conditions_, binding) || !read_key(own_keys_, binding, key)) continue;
        // What names variables as well is worked out for each of them.
        const double value = values.empty() ? 1 : values[0](binding);
        if (std::isnan(value)) continue;
        const KeyTable::Id group = keys_.insert(key);
        if (group == groups_.size()) groups_.emplace_back();
        groups_[group].push_back({row, value});
    }
}

double ColumnAggregate::of_members(const std::vector<Member>& members, const Binding& binding) const {
    std::vector<double> values;
    Binding inner = binding;
    for (const Member& member : members) {
        inner[own_row] = member.row;
        if (are_all_true(other_conditions_, inner)) values.push_back(member.value);
    }
    return aggregate_of(aggregate_, fraction_, values);
}

double ColumnAggregate::value(const Binding& binding) const {
    std::vector<double> key;
    if (!read_key(outer_keys_, binding, key)) return value_of_none_;
    const auto group = keys_.find(key);
    if (!group) return value_of_none_;
    if (other_conditions_.empty()) return group_values_[*group];
    budget_->take(groups_[*group].size(),
                  "an aggregate's condition after '|' needs an equality with the variable, "
                  "or each of its records is tested for each binding");
    return of_members(groups_[*group], binding);
}

}  // namespace fabricmap::rules
