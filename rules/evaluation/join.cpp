// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/join.hpp"

#include "rules/evaluation/partner_index.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::rules {
namespace {

/// Which comparisons a row cannot take part in, as its value is unknown: a bit each. The last bit: the row
/// itself is unknown. Rows with equal bits are joined together, by what is left.
using Missing = std::uint64_t;
constexpr Missing row_is_unknown = Missing{1} << 63U;

/// Rows by what they miss; those that miss nothing first.
using RowClasses = std::map<Missing, std::vector<std::uint32_t>>;

enum class Meets : std::uint8_t { none, unknown, sure };

void put_in_order(SideValues& side, const std::vector<std::uint32_t>& order) {
    std::vector<double> ordered(order.size());
    for (auto* const columns : {&side.keys, &side.orders}) {
        for (std::vector<double>& column : *columns) {
            std::transform(order.begin(), order.end(), ordered.begin(),
                           [&](std::uint32_t row) { return column[row]; });
            std::swap(column, ordered);
        }
    }
}

class Join {
  public:
    Join(const JoinStep& step, const Tuples& left, const Candidates& right, TestBudget& budget)
        : step_(step), left_(left), right_(right), budget_(budget) {
        left_values_.resize(step.comparisons.size());
        right_values_.resize(step.comparisons.size());
        joined_.variables = left.variables;
        if (step.is_existential) {
            best_.resize(left.size(), Meets::none);
        } else {
            joined_.variables.push_back(step.variable);
        }
        joined_.unkept_unknown = left.unkept_unknown;
    }

    Tuples run() {
        const RowClasses lefts = classify_left();
        const RowClasses rights = classify_right();
        is_only_pair_ = lefts.size() * rights.size() == 1;
        for (const auto& [left_misses, left_rows] : lefts) {
            for (const auto& [right_misses, right_rows] : rights) {
                join_classes(left_rows, right_rows, left_misses | right_misses);
            }
        }
        if (step_.is_existential) keep_best();
        return std::move(joined_);
    }

  private:
    RowClasses classify_left() {
        RowClasses classes;
        Binding binding{};
        for (std::vector<double>& column : left_values_) column.resize(left_.size());
        for (std::uint32_t tuple = 0; tuple < left_.size(); ++tuple) {
            left_.read(tuple, binding);
            Missing missing = left_.is_unknown[tuple] != 0 ? row_is_unknown : 0;
            for (std::size_t number = 0; number < step_.comparisons.size(); ++number) {
                const double value = step_.comparisons[number].left(binding);
                left_values_[number][tuple] = value;
                if (std::isnan(value)) missing |= Missing{1} << number;
            }
            classes[missing].push_back(tuple);
        }
        return classes;
    }

    RowClasses classify_right() {
        RowClasses classes;
        Binding binding{};
        for (std::vector<double>& column : right_values_) column.resize(right_.rows.size());
        for (std::uint32_t candidate = 0; candidate < right_.rows.size(); ++candidate) {
            binding[step_.variable] = right_.rows[candidate];
            Missing missing = right_.is_unknown[candidate] != 0 ? row_is_unknown : 0;
            for (std::size_t number = 0; number < step_.comparisons.size(); ++number) {
                const double value = step_.comparisons[number].right(binding);
                right_values_[number][candidate] = value;
                if (std::isnan(value)) missing |= Missing{1} << number;
            }
            classes[missing].push_back(candidate);
        }
        return classes;
    }

    /// The values of some rows by which classes with these comparisons missing are joined. Where there is one
    /// class of each side, its rows are all in their order, and their values are not needed again.
    [[nodiscard]] SideValues side(std::vector<std::vector<double>>& values,
                                  const std::vector<std::uint32_t>& rows, Missing missing) const {
        SideValues side{rows.size(), {}, {}};
        for (std::size_t number = 0; number < step_.comparisons.size(); ++number) {
            if ((missing & (Missing{1} << number)) != 0) continue;
            const bool is_key = step_.comparisons[number].operation == Operator::equal;
            auto& columns = is_key ? side.keys : side.orders;
            if (is_only_pair_) {
                columns.push_back(std::move(values[number]));
                continue;
            }
            std::vector<double> column(rows.size());
            for (std::size_t row = 0; row < rows.size(); ++row) column[row] = values[number][rows[row]];
            columns.push_back(std::move(column));
        }
        return side;
    }

    void join_classes(const std::vector<std::uint32_t>& left_rows,
                      const std::vector<std::uint32_t>& right_rows, Missing missing) {
        std::vector<Operator> operators;
        std::vector<std::size_t> columns;
        for (std::size_t number = 0; number < step_.comparisons.size(); ++number) {
            const PairComparison& comparison = step_.comparisons[number];
            if ((missing & (Missing{1} << number)) != 0 || comparison.operation == Operator::equal) continue;
            operators.push_back(comparison.operation);
            columns.push_back(comparison.right_column);
        }
        SideValues left = side(left_values_, left_rows, missing);
        const SideValues right = side(right_values_, right_rows, missing);
        const PartnerIndex index(right, operators, columns);
        const bool tests_all = operators.empty() && (!step_.is_existential || !step_.tests.empty());
        const bool only_counts = is_only_counted(missing) && operators.size() < 2;
        if (tests_all && !only_counts) budget_.take(index.pairs_with(left), step_.refusal);
        const std::vector<std::uint32_t> order = index.order_of_visits(left);
        put_in_order(left, order);
        for (std::size_t row = 0; row < order.size(); ++row) {
            const std::uint64_t tests =
                join_row(index, left, row, left_rows[order[row]], right_rows, missing != 0);
            if (!tests_all) budget_.take(tests, step_.refusal);
        }
    }

    [[nodiscard]] bool is_only_counted(Missing missing) const {
        return missing != 0 && !step_.is_existential && !step_.keeps_unknown && step_.tests.empty();
    }

    std::uint64_t join_row(const PartnerIndex& index, const SideValues& left, std::size_t row,
                           std::uint32_t tuple, const std::vector<std::uint32_t>& right_rows,
                           bool is_unknown) {
        if (step_.is_existential) return find_one(index, left, row, tuple, right_rows, is_unknown);
        if (is_only_counted(is_unknown ? 1 : 0)) {
            if (const auto count = index.count_partners(left, row)) {
                joined_.unkept_unknown += *count;
                return 1;
            }
        }
        left_.read(tuple, binding_);
        return index.visit_partners(left, row, [&](std::uint32_t partner) {
            add(tuple, right_rows[partner], test(right_rows[partner], is_unknown));
            return true;
        });
    }

    std::uint64_t find_one(const PartnerIndex& index, const SideValues& left, std::size_t row,
                           std::uint32_t tuple, const std::vector<std::uint32_t>& right_rows,
                           bool is_unknown) {
        Meets& best = best_[tuple];
        const Meets best_possible = is_unknown ? Meets::unknown : Meets::sure;
        if (best >= best_possible) return 0;
        if (!step_.tests.empty()) left_.read(tuple, binding_);
        return index.visit_partners(left, row, [&](std::uint32_t partner) {
            best = std::max(best, test(right_rows[partner], is_unknown));
            return best < best_possible;
        });
    }

    /// What the conditions that are tested pair by pair make of a pair.
    Meets test(std::uint32_t candidate, bool is_unknown) {
        binding_[step_.variable] = right_.rows[candidate];
        for (const Formula& condition : step_.tests) {
            const double truth = condition(binding_);
            if (truth == 0) return Meets::none;
            is_unknown = is_unknown || std::isnan(truth);
        }
        return is_unknown ? Meets::unknown : Meets::sure;
    }

    void add(std::uint32_t tuple, std::uint32_t candidate, Meets match) {
        if (match == Meets::none) return;
        if (match == Meets::unknown && !step_.keeps_unknown) {
            ++joined_.unkept_unknown;
            return;
        }
        if (joined_.size() >= max_bindings)
            throw RefusedPlan("more than 20 million bindings; " + step_.refusal);
        const std::size_t width = left_.variables.size();
        for (std::size_t number = 0; number < width; ++number) {
            joined_.rows.push_back(left_.rows[tuple * width + number]);
        }
        joined_.rows.push_back(right_.rows[candidate]);
        joined_.is_unknown.push_back(match == Meets::unknown ? 1 : 0);
    }

    void keep_best() {
        const std::size_t width = left_.variables.size();
        for (std::size_t tuple = 0; tuple < left_.size(); ++tuple) {
            if (best_[tuple] == Meets::none) continue;
            for (std::size_t number = 0; number < width; ++number) {
                joined_.rows.push_back(left_.rows[tuple * width + number]);
            }
            joined_.is_unknown.push_back(best_[tuple] == Meets::unknown ? 1 : 0);
        }
    }

    const JoinStep& step_;
    const Tuples& left_;
    const Candidates& right_;
    TestBudget& budget_;
    std::vector<std::vector<double>> left_values_;
    std::vector<std::vector<double>> right_values_;
    std::vector<Meets> best_;
    bool is_only_pair_ = false;
    Binding binding_{};
    Tuples joined_;
};

}  // namespace

void Tuples::read(std::size_t tuple, Binding& binding) const {
    for (std::size_t number = 0; number < variables.size(); ++number) {
        binding[variables[number]] = rows[tuple * variables.size() + number];
    }
}

Tuples join(const JoinStep& step, const Tuples& left, const Candidates& right, TestBudget& budget) {
    return Join(step, left, right, budget).run();
}

}  // namespace fabricmap::rules
