// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "picture/scaling.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace fabricmap::picture {

/// What stands for several cells. Of ratios the one that is farthest from 1 either way, for pictures alone.
enum class Fold : std::uint8_t { minimum, mean, maximum, farthest_from_one };

/// A matrix with its levels of detail. Level 0 has the cells; a block of each further level stands for 2×2
/// blocks of the one before, with the least, the mean and the greatest of what was measured there, so that a
/// single slow cell is seen from any distance. Single precision; all levels together take twice the cells'
/// memory.
///
/// One thread fills it from the top while others read: a block may be read once its rows are ready.
class Pyramid {
  public:
    /// Throws std::invalid_argument unless both sides are at least one cell.
    Pyramid(std::int64_t rows, std::int64_t columns, const NeverMeasured& never);

    [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::int64_t columns() const noexcept { return columns_; }
    [[nodiscard]] const NeverMeasured& never() const noexcept { return never_; }
    [[nodiscard]] int level_count() const noexcept { return static_cast<int>(levels_.size()) + 1; }
    [[nodiscard]] std::int64_t rows_of(int level) const noexcept;
    [[nodiscard]] std::int64_t columns_of(int level) const noexcept;

    /// Appends the next rows: n × columns. Cells that are never measured are taken as NaN.
    void append(const Matrix& rows);
    /// Rows of level 0 that may be read.
    [[nodiscard]] std::int64_t rows_ready() const noexcept { return ready_.load(std::memory_order_acquire); }
    [[nodiscard]] bool is_complete() const noexcept { return rows_ready() == rows_; }
    /// Whether that row of blocks may be read.
    [[nodiscard]] bool is_ready(int level, std::int64_t row) const noexcept;

    /// One row of blocks, `columns_of(level)` of them; NaN where nothing was measured. Level 0 has the same
    /// for each fold.
    [[nodiscard]] const float* row(int level, std::int64_t row, Fold fold) const noexcept;
    /// A cell; NaN where it was not measured.
    [[nodiscard]] float cell(std::int64_t row, std::int64_t column) const noexcept {
        return Pyramid::row(0, row, Fold::maximum)[column];
    }
    /// Of all levels, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    /// Memory that is taken as it is filled.
    using Values = std::unique_ptr<float[]>;
    struct Level {
        std::int64_t rows;
        std::int64_t columns;
        Values minimum;
        Values mean;
        Values maximum;
    };
    void summarise(std::size_t level, std::int64_t row);

    std::int64_t rows_;
    std::int64_t columns_;
    NeverMeasured never_;
    Values cells_;
    std::vector<Level> levels_;  ///< levels 1, 2, ...
    std::atomic<std::int64_t> ready_ = 0;
};

/// All cells at once, complete.
[[nodiscard]] std::shared_ptr<const Pyramid> pyramid_of(const Matrix& cells, const NeverMeasured& never);

}  // namespace fabricmap::picture
