// SPDX-License-Identifier: Apache-2.0
#include "picture/pyramid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace fabricmap::picture {
namespace {

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// Coarser levels than this many blocks a side serve no window.
constexpr std::int64_t min_blocks = 64;

std::int64_t halved(std::int64_t blocks) noexcept {
    return (blocks + 1) / 2;
}

std::size_t area_of(std::int64_t rows, std::int64_t columns) noexcept {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// The blocks of the level below that one block stands for.
struct Below {
    std::int64_t first_row;
    std::int64_t rows;  ///< 1 or 2
    std::int64_t columns;
};

/// Combines up to four values of each pair of rows; NaN ones do not count.
template <typename Combine>
void combine(const float* below, const Below& place, float* above, std::int64_t row_above, Combine take) {
    const float* const first = below + area_of(place.first_row, place.columns);
    const float* const second = place.rows == 2 ? first + place.columns : first;
    float* const out = above + area_of(row_above, halved(place.columns));
    for (std::int64_t column = 0; column < place.columns; column += 2) {
        const std::int64_t next = std::min(column + 1, place.columns - 1);
        out[column / 2] =
            take(first[column], first[next], second[column], second[next], next != column, place.rows == 2);
    }
}

float least(float a, float b, float c, float d, bool, bool) noexcept {
    return std::fmin(std::fmin(a, b), std::fmin(c, d));
}

float greatest(float a, float b, float c, float d, bool, bool) noexcept {
    return std::fmax(std::fmax(a, b), std::fmax(c, d));
}

/// Of those that were measured; at odd edges no block counts twice.
float mean(float a, float b, float c, float d, bool two_columns, bool two_rows) noexcept {
    double sum = 0;
    int count = 0;
    const auto add = [&](float value, bool is_there) {
        if (!is_there || std::isnan(value)) return;
        sum += static_cast<double>(value);
        ++count;
    };
    add(a, true);
    add(b, two_columns);
    add(c, two_rows);
    add(d, two_rows && two_columns);
    return count == 0 ? no_value : static_cast<float>(sum / count);
}

}  // namespace

Pyramid::Pyramid(std::int64_t rows, std::int64_t columns, const NeverMeasured& never)
    : rows_(rows), columns_(columns), never_(never) {
    if (rows < 1 || columns < 1) throw std::invalid_argument("a pyramid without cells");
    cells_ = std::make_unique_for_overwrite<float[]>(area_of(rows, columns));
    while (std::max(rows, columns) > min_blocks) {
        rows = halved(rows);
        columns = halved(columns);
        const std::size_t area = area_of(rows, columns);
        levels_.push_back({rows, columns, std::make_unique_for_overwrite<float[]>(area),
                           std::make_unique_for_overwrite<float[]>(area),
                           std::make_unique_for_overwrite<float[]>(area)});
    }
}

std::int64_t Pyramid::rows_of(int level) const noexcept {
    return level == 0 ? rows_ : levels_[static_cast<std::size_t>(level) - 1].rows;
}

std::int64_t Pyramid::columns_of(int level) const noexcept {
    return level == 0 ? columns_ : levels_[static_cast<std::size_t>(level) - 1].columns;
}

bool Pyramid::is_ready(int level, std::int64_t row) const noexcept {
    const std::int64_t ready = rows_ready();
    return ready == rows_ || ((row + 1) << level) <= ready;
}

const float* Pyramid::row(int level, std::int64_t row, Fold fold) const noexcept {
    if (level == 0) return cells_.get() + area_of(row, columns_);
    const Level& blocks = levels_[static_cast<std::size_t>(level) - 1];
    const auto& values = fold == Fold::minimum ? blocks.minimum
                         : fold == Fold::mean  ? blocks.mean
                                               : blocks.maximum;
    return values.get() + area_of(row, blocks.columns);
}

std::size_t Pyramid::bytes() const noexcept {
    std::size_t floats = area_of(rows_, columns_);
    for (const Level& level : levels_) floats += 3 * area_of(level.rows, level.columns);
    return floats * sizeof(float);
}

void Pyramid::append(const Matrix& rows) {
    const std::int64_t first = ready_.load(std::memory_order_relaxed);
    if (rows.cols() != columns_ || first + rows.rows() > rows_) {
        throw std::invalid_argument("rows beyond those of the pyramid");
    }
    for (Eigen::Index row = 0; row < rows.rows(); ++row) {
        float* const cells = cells_.get() + area_of(first + row, columns_);
        for (Eigen::Index column = 0; column < columns_; ++column) {
            cells[column] =
                never_.holds(first + row, column) ? no_value : static_cast<float>(rows(row, column));
        }
    }
    const std::int64_t ready = first + rows.rows();
    std::int64_t below_before = first;
    std::int64_t below_now = ready;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        // Blocks whose rows have all come, and at the lower edge the block of a single row.
        const bool is_whole = ready == rows_;
        const std::int64_t before = below_before / 2;
        const std::int64_t now = is_whole ? levels_[level].rows : below_now / 2;
        for (std::int64_t row = before; row < now; ++row) summarise(level, row);
        below_before = before;
        below_now = now;
    }
    ready_.store(ready, std::memory_order_release);
}

void Pyramid::summarise(std::size_t level, std::int64_t row) {
    Level& above = levels_[level];
    const std::int64_t rows_below = level == 0 ? rows_ : levels_[level - 1].rows;
    const std::int64_t columns_below = level == 0 ? columns_ : levels_[level - 1].columns;
    const Below place{2 * row, std::min<std::int64_t>(2, rows_below - 2 * row), columns_below};
    const auto below = [&](Values Level::*values) {
        return level == 0 ? cells_.get() : (levels_[level - 1].*values).get();
    };
    combine(below(&Level::minimum), place, above.minimum.get(), row, least);
    combine(below(&Level::mean), place, above.mean.get(), row, mean);
    combine(below(&Level::maximum), place, above.maximum.get(), row, greatest);
}

std::shared_ptr<const Pyramid> pyramid_of(const Matrix& cells, const NeverMeasured& never) {
    auto pyramid = std::make_shared<Pyramid>(cells.rows(), cells.cols(), never);
    pyramid->append(cells);
    return pyramid;
}

}  // namespace fabricmap::picture
