// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/evaluation/key_table.hpp"
#include "rules/language/rule.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace fabricmap::rules {

/// Values by which rows are compared, a column each: all known.
struct SideValues {
    std::size_t size = 0;
    std::vector<std::vector<double>> keys;    ///< equal on both sides
    std::vector<std::vector<double>> orders;  ///< compared by an operator each
};

/// Finds the rows of the right side that fit a row of the left: by hash partitions of equal keys; within one,
/// sorted by the values of one comparison, by binary search; among those by a tree of extremes of another
/// one. So each question takes log n steps, and each partner found log n more; further comparisons are tested
/// one by one. This covers a running minimum, suffix extremes, intervals and the joins of two inequalities
/// (Khayyat 2015 does the last by bit arrays).
class PartnerIndex {
  public:
    /// `operators[i]`: LEFT.orders[i] OPERATOR RIGHT.orders[i]. `same_order[i]`: a number that comparisons of
    /// one right column share. `right` must outlive this.
    PartnerIndex(const SideValues& right, std::span<const Operator> operators,
                 std::span<const std::size_t> same_order);

    /// The rows of the left side in an order in which what they are compared with lies close together, so
    /// that it is in the caches.
    [[nodiscard]] std::vector<std::uint32_t> order_of_visits(const SideValues& left) const;

    /// Calls visit(right row) for each partner until it returns false. Returns how many were looked at.
    template <typename Visit>
    std::uint64_t visit_partners(const SideValues& left, std::size_t row, Visit visit) const {
        std::uint64_t tests = 0;
        const Range range = range_of(left, row);
        for (std::size_t at = next(left, row, range.begin, range.end); at < range.end;
             at = next(left, row, at + 1, range.end)) {
            ++tests;
            const std::uint32_t partner = order_[at];
            if (fits_rest(left, row, partner) && !visit(partner)) break;
        }
        return tests;
    }

    /// How many partners there are; nothing where they have to be visited.
    [[nodiscard]] std::optional<std::uint64_t> count_partners(const SideValues& left, std::size_t row) const;

    /// How many rows share each partition with a row of the left side, summed.
    [[nodiscard]] std::uint64_t pairs_with(const SideValues& left) const;

  private:
    struct Range {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    void choose_comparisons(std::span<const std::size_t> same_order);
    void sort_rows();
    void build_tree();
    [[nodiscard]] Range partition_of(const SideValues& left, std::size_t row) const;
    [[nodiscard]] Range range_of(const SideValues& left, std::size_t row) const;
    [[nodiscard]] std::size_t next(const SideValues& left, std::size_t row, std::size_t from,
                                   std::size_t end) const;
    [[nodiscard]] bool fits_rest(const SideValues& left, std::size_t row, std::uint32_t partner) const;

    const SideValues& right_;
    std::vector<Operator> operators_;
    KeyTable keys_;
    std::vector<std::size_t> ranged_;     ///< comparisons that the sorted values answer
    std::optional<std::size_t> in_tree_;  ///< the comparison that the tree answers
    std::vector<std::size_t> rest_;       ///< comparisons that are tested
    std::vector<std::uint32_t> order_;    ///< right rows by partition and value
    std::vector<double> sorted_;          ///< their values
    std::vector<std::size_t> starts_;     ///< of the partitions, and the end
    std::vector<double> tree_;            ///< minima; the leaves are its second half
    std::size_t leaves_ = 0;
};

}  // namespace fabricmap::rules
