// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/evaluation/formula.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::rules {

/// Records of some variables that meet all conditions among them, or of which that is not known.
struct Tuples {
    std::vector<std::size_t> variables;
    std::vector<Row> rows;  ///< of each tuple one for each variable
    std::vector<std::uint8_t> is_unknown;
    std::uint64_t unkept_unknown = 0;  ///< further tuples that are unknown, only counted

    [[nodiscard]] std::size_t size() const noexcept { return is_unknown.size(); }
    /// Sets the rows of the tuple's variables.
    void read(std::size_t tuple, Binding& binding) const;
};

/// The records that a variable may be, by the conditions that name no other.
struct Candidates {
    std::vector<Row> rows;
    std::vector<std::uint8_t> is_unknown;
};

/// A comparison between what is bound already (left) and the variable that comes.
struct PairComparison {
    Operator operation = Operator::equal;  ///< = or an ordering
    Formula left;
    Formula right;
    std::size_t right_column = 0;  ///< a number that comparisons of one right side share
};

/// A variable that is joined to tuples.
struct JoinStep {
    std::size_t variable = 0;
    bool is_existential = false;              ///< a tuple stays once, however many records fit
    bool keeps_unknown = true;                ///< else tuples that are unknown are only counted
    std::vector<PairComparison> comparisons;  ///< at most 62
    std::vector<Formula> tests;               ///< further conditions, tested pair by pair
    std::string refusal;                      ///< what to report where that takes too many tests
};

/// Throws RefusedPlan.
[[nodiscard]] Tuples join(const JoinStep& step, const Tuples& left, const Candidates& right,
                          TestBudget& budget);

}  // namespace fabricmap::rules
