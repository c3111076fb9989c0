// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/slowest_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace fabricmap::viewer {
namespace {

constexpr std::size_t kept_of_a_row = 2;
constexpr double nearly_all = 0.99;

/// Of spread, counts and clusters none is slow.
bool has_slow_pairs(const Displayed& shown) noexcept {
    return is_about_one(shown.content) || shown.content == Content::rate ||
           (shown.content == Content::delay && shown.quantity == Quantity::delay &&
            shown.stack->statistic() != Statistic::deviation);
}

/// What is slower than that stands out.
double limit_of(const ValueHistogram& histogram, Content content) {
    const auto range = histogram.without_tails(1 - nearly_all);
    if (!range) return std::numeric_limits<double>::infinity();
    constexpr double min_effect = 1.05;
    constexpr int times_as_far = 3;
    constexpr double half_as_much_again = 1.5;
    if (is_about_one(content)) return std::max(std::pow(range->highest, times_as_far), min_effect);
    return content == Content::rate ? -range->lowest / half_as_much_again
                                    : range->highest * half_as_much_again;
}

}  // namespace

SlowestPairs::SlowestPairs(const Displayed& shown) noexcept
    : never_(shown.never), content_(shown.content), has_slow_ones_(has_slow_pairs(shown)) {}

void SlowestPairs::add(const Matrix& rows) {
    for (Eigen::Index row = 0; row < rows.rows() && has_slow_ones_; ++row) {
        const std::size_t first = slowest_.size();
        slowest_.resize(first + kept_of_a_row, {-std::numeric_limits<float>::infinity(), 0, 0});
        for (Eigen::Index column = 0; column < rows.cols(); ++column) {
            const auto value =
                static_cast<float>(content_ == Content::rate ? -rows(row, column) : rows(row, column));
            if (!(value > slowest_[first + 1].slowness) || never_.holds(rows_ + row, column)) continue;
            take({value, static_cast<std::int32_t>(rows_ + row), static_cast<std::int32_t>(column)}, first);
        }
    }
    rows_ += rows.rows();
}

void SlowestPairs::take(Slow slow, std::size_t first) {
    if (slow.slowness > slowest_[first].slowness) std::swap(slow, slowest_[first]);
    slowest_[first + 1] = slow;
}

std::vector<Cell> SlowestPairs::outliers(const ValueHistogram& histogram, std::size_t most) const {
    const double limit = limit_of(histogram, content_);
    std::vector<Slow> sorted;
    std::copy_if(slowest_.begin(), slowest_.end(), std::back_inserter(sorted),
                 [limit](const Slow& slow) { return static_cast<double>(slow.slowness) > limit; });
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Slow& one, const Slow& other) { return one.slowness > other.slowness; });
    std::set<std::int32_t> rows;
    std::set<std::int32_t> columns;
    std::vector<Cell> cells;
    for (const Slow& slow : sorted) {
        if (cells.size() == most) break;
        if (rows.contains(slow.row) || columns.contains(slow.column)) continue;
        rows.insert(slow.row);
        columns.insert(slow.column);
        cells.push_back({slow.row, slow.column});
    }
    return cells;
}

std::vector<FindingArea> beside_findings(const std::vector<Cell>& cells,
                                         std::span<const FindingArea> findings) {
    std::vector<FindingArea> areas;
    for (const Cell& cell : cells) {
        const bool is_reported = std::any_of(findings.begin(), findings.end(), [&](const FindingArea& area) {
            return cell.row >= area.first_row && cell.row < area.first_row + area.rows &&
                   cell.column >= area.first_column && cell.column < area.first_column + area.columns;
        });
        if (!is_reported) areas.push_back({cell.row, 1, cell.column, 1, no_finding});
    }
    return areas;
}

}  // namespace fabricmap::viewer
