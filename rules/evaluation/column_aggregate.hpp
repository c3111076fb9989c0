// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/evaluation/formula.hpp"
#include "rules/evaluation/key_table.hpp"

#include <string>
#include <vector>

namespace fabricmap::rules {

/// An aggregate over those records of a type whose value is known and whose condition is true. Equalities
/// with values of variables make one pass that groups the records; what else names variables is tested for
/// each record.
class ColumnAggregate {
  public:
    ColumnAggregate(const Expression& aggregate, FormulaMaker& maker);

    [[nodiscard]] double value(const Binding& binding) const;

  private:
    struct Member {
        Row row;
        double value;
    };

    void split_filter(const Expression& aggregate, FormulaMaker& maker);
    void gather(const Expression& aggregate, FormulaMaker& maker);
    [[nodiscard]] double of_members(const std::vector<Member>& members, const Binding& binding) const;

    Aggregate aggregate_;
    double fraction_;
    TestBudget* budget_;
    std::vector<Formula> own_conditions_;
    std::vector<Formula> own_keys_;
    std::vector<Formula> outer_keys_;
    std::vector<Formula> other_conditions_;
    KeyTable keys_;
    std::vector<std::vector<Member>> groups_;
    std::vector<double> group_values_;  ///< where no condition is left to test
    double value_of_none_;
};

}  // namespace fabricmap::rules
