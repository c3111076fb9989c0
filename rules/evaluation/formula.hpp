// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/evaluation/test_budget.hpp"
#include "rules/language/rule.hpp"
#include "rules/records/records.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace fabricmap::rules {

/// A record: its position among those of its type.
using Row = std::uint32_t;

/// Records of a rule's variables, by their positions in Rule::variables; the last one is the record that an
/// aggregate is at.
using Binding = std::array<Row, max_variables + 1>;
inline constexpr std::size_t own_row = max_variables;

class ColumnAggregate;

/// Makes formulas of a rule's expressions.
struct FormulaMaker {
    Records& records;
    TestBudget& budget;
    /// The aggregates over groups, in the order of their values in Formula's calls.
    std::vector<const Expression*> group_aggregates{};
    /// So that a let that is used twice is gone through once.
    std::map<const Expression*, std::shared_ptr<const ColumnAggregate>> column_aggregates{};
};

/// An expression with the columns that it reads, constants folded. A condition is 1, 0 or unknown, by the
/// rules of Kleene: "and" with a false side is false, "or" with a true side is true.
class Formula {
  public:
    Formula(const Expression& expression, FormulaMaker& maker);

    /// `groups`: the values of the aggregates over the binding's group.
    [[nodiscard]] double operator()(const Binding& binding, std::span<const double> groups = {}) const;

    [[nodiscard]] bool is_constant() const noexcept { return kind_ == ExpressionKind::number; }

  private:
    void take_column(const Expression& expression, FormulaMaker& maker);
    void fold();
    [[nodiscard]] double of_operands(const Binding& binding, std::span<const double> groups) const;
    [[nodiscard]] double first_known(const Binding& binding, std::span<const double> groups) const;
    [[nodiscard]] double of_function(const Binding& binding, std::span<const double> groups) const;

    ExpressionKind kind_;
    Operator operation_;
    Function function_;
    double constant_;
    std::size_t variable_;
    ColumnView column_;
    Records* records_;
    std::vector<Formula> operands_;
    std::shared_ptr<const ColumnAggregate> column_aggregate_;
};

}  // namespace fabricmap::rules
