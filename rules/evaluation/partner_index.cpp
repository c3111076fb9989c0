// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/partner_index.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace fabricmap::rules {
namespace {

bool compare(Operator operation, double left, double right) {
    switch (operation) {
        case Operator::less:
            return left < right;
        case Operator::less_equal:
            return left <= right;
        case Operator::greater:
            return left > right;
        default:
            return left >= right;
    }
}

/// Whether the right value has to be the larger one.
bool wants_larger(Operator operation) {
    return operation == Operator::less || operation == Operator::less_equal;
}

/// A value so that "right fits left" is "smaller", whatever the operator.
double turned_value(Operator operation, double value) {
    return wants_larger(operation) ? -value : value;
}

/// Rows by partition, and where each partition begins; at last their number.
struct RowOrder {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> starts;
};

/// Within a partition by value, where there are values. Partitions fit into the caches where all rows do not,
/// so that twice the rows take little more than twice the time.
RowOrder order_of(const std::vector<KeyTable::Id>& partitions, std::size_t partition_count,
                  const std::vector<double>* values) {
    RowOrder order{std::vector<std::uint32_t>(partitions.size()),
                   std::vector<std::size_t>(partition_count + 1, 0)};
    for (const KeyTable::Id partition : partitions) ++order.starts[partition + 1];
    std::partial_sum(order.starts.begin(), order.starts.end(), order.starts.begin());
    std::vector<std::size_t> next(order.starts.begin(), order.starts.end() - 1);
    for (std::uint32_t row = 0; row < partitions.size(); ++row) order.rows[next[partitions[row]]++] = row;
    if (values == nullptr) return order;
    std::vector<std::pair<double, std::uint32_t>> sorted;
    for (std::size_t partition = 0; partition < partition_count; ++partition) {
        const std::span<std::uint32_t> rows(order.rows.data() + order.starts[partition],
                                            order.starts[partition + 1] - order.starts[partition]);
        sorted.clear();
        for (const std::uint32_t row : rows) sorted.emplace_back((*values)[row], row);
        std::sort(sorted.begin(), sorted.end());
        std::transform(sorted.begin(), sorted.end(), rows.begin(),
                       [](const auto& one) { return one.second; });
    }
    return order;
}

void read_row(const std::vector<std::vector<double>>& columns, std::size_t row, std::vector<double>& key) {
    key.clear();
    for (const std::vector<double>& column : columns) key.push_back(column[row]);
}

}  // namespace

PartnerIndex::PartnerIndex(const SideValues& right, std::span<const Operator> operators,
                           std::span<const std::size_t> same_order)
    : right_(right), operators_(operators.begin(), operators.end()) {
    choose_comparisons(same_order);
    sort_rows();
    if (in_tree_) build_tree();
}

/// The right column with most comparisons is sorted by, for two of them make an interval.
void PartnerIndex::choose_comparisons(std::span<const std::size_t> same_order) {
    const auto uses = [&](std::size_t column) {
        return std::count(same_order.begin(), same_order.end(), column);
    };
    const auto chosen = std::max_element(same_order.begin(), same_order.end(),
                                         [&](std::size_t a, std::size_t b) { return uses(a) < uses(b); });
    for (std::size_t number = 0; number < operators_.size(); ++number) {
        if (same_order[number] == *chosen) {
            ranged_.push_back(number);
        } else if (!in_tree_) {
            in_tree_ = number;
        } else {
            rest_.push_back(number);
        }
    }
}

void PartnerIndex::sort_rows() {
    std::vector<KeyTable::Id> partitions(right_.size);
    std::vector<double> key;
    for (std::size_t row = 0; row < right_.size; ++row) {
        read_row(right_.keys, row, key);
        partitions[row] = keys_.insert(key);
    }
    const std::vector<double>* const values = ranged_.empty() ? nullptr : &right_.orders[ranged_[0]];
    RowOrder order = order_of(partitions, keys_.size(), values);
    order_ = std::move(order.rows);
    starts_ = std::move(order.starts);
    if (values == nullptr) return;
    sorted_.reserve(order_.size());
    for (const std::uint32_t row : order_) sorted_.push_back((*values)[row]);
}

std::vector<std::uint32_t> PartnerIndex::order_of_visits(const SideValues& left) const {
    // Those that fit no partition come last.
    std::vector<KeyTable::Id> partitions(left.size);
    std::vector<double> key;
    for (std::size_t row = 0; row < left.size; ++row) {
        read_row(left.keys, row, key);
        partitions[row] = keys_.find(key).value_or(static_cast<KeyTable::Id>(keys_.size()));
    }
    return order_of(partitions, keys_.size() + 1, ranged_.empty() ? nullptr : &left.orders[ranged_[0]]).rows;
}

void PartnerIndex::build_tree() {
    const Operator operation = operators_[*in_tree_];
    leaves_ = std::bit_ceil(std::max<std::size_t>(1, order_.size()));
    tree_.assign(2 * leaves_, std::numeric_limits<double>::infinity());
    for (std::size_t at = 0; at < order_.size(); ++at) {
        tree_[leaves_ + at] = turned_value(operation, right_.orders[*in_tree_][order_[at]]);
    }
    for (std::size_t node = leaves_; node-- > 1;)
        tree_[node] = std::min(tree_[2 * node], tree_[2 * node + 1]);
}

PartnerIndex::Range PartnerIndex::partition_of(const SideValues& left, std::size_t row) const {
    if (order_.empty()) return {};
    std::vector<double> key;
    read_row(left.keys, row, key);
    const auto partition = keys_.find(key);
    if (!partition) return {};
    return {starts_[*partition], starts_[*partition + 1]};
}

PartnerIndex::Range PartnerIndex::range_of(const SideValues& left, std::size_t row) const {
    Range range = partition_of(left, row);
    for (const std::size_t number : ranged_) {
        const Operator operation = operators_[number];
        const double value = left.orders[number][row];
        const auto begin = sorted_.begin() + static_cast<std::ptrdiff_t>(range.begin);
        const auto end = sorted_.begin() + static_cast<std::ptrdiff_t>(range.end);
        const bool is_after_equals = operation == Operator::less || operation == Operator::greater_equal;
        const auto bound =
            is_after_equals ? std::upper_bound(begin, end, value) : std::lower_bound(begin, end, value);
        const auto place = static_cast<std::size_t>(bound - sorted_.begin());
        (wants_larger(operation) ? range.begin : range.end) = place;
    }
    return range;
}

/// The first place from `from` on whose value in the tree fits.
std::size_t PartnerIndex::next(const SideValues& left, std::size_t row, std::size_t from,
                               std::size_t end) const {
    if (!in_tree_ || from >= end) return from;
    const Operator operation = operators_[*in_tree_];
    const double bound = turned_value(operation, left.orders[*in_tree_][row]);
    const bool is_strict = operation == Operator::less || operation == Operator::greater;
    const auto fits = [&](std::size_t node) {
        return is_strict ? tree_[node] < bound : tree_[node] <= bound;
    };
    std::size_t node = leaves_ + from;
    while (!fits(node)) {
        // Up to where a subtree to the right begins; beyond the last leaf there is none.
        while (node % 2 == 1) node /= 2;
        if (node == 0) return end;
        ++node;
    }
    while (node < leaves_) node = fits(2 * node) ? 2 * node : 2 * node + 1;
    return std::min(node - leaves_, end);
}

bool PartnerIndex::fits_rest(const SideValues& left, std::size_t row, std::uint32_t partner) const {
    return std::all_of(rest_.begin(), rest_.end(), [&](std::size_t number) {
        return compare(operators_[number], left.orders[number][row], right_.orders[number][partner]);
    });
}

std::optional<std::uint64_t> PartnerIndex::count_partners(const SideValues& left, std::size_t row) const {
    if (in_tree_) return std::nullopt;
    const Range range = range_of(left, row);
    return range.end > range.begin ? range.end - range.begin : 0;
}

std::uint64_t PartnerIndex::pairs_with(const SideValues& left) const {
    std::uint64_t pairs = 0;
    for (std::size_t row = 0; row < left.size; ++row) {
        const Range range = partition_of(left, row);
        pairs += range.end - range.begin;
    }
    return pairs;
}

}  // namespace fabricmap::rules
