// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/block_stack.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace fabricmap {
namespace {

constexpr std::size_t batch_bytes = std::size_t{32} << 20;
constexpr std::size_t max_columns_in_batch = 64;

Eigen::Index index(std::size_t value) {
    return static_cast<Eigen::Index>(value);
}

double without_marks(double value) {
    const bool not_measured = value == -1 || value == NC_FILL_DOUBLE;
    return not_measured ? std::numeric_limits<double>::quiet_NaN() : value;
}

}  // namespace

BlockStack::BlockStack(Statistic statistic, std::int64_t rank_count,
                       std::vector<std::int64_t> message_lengths, Repairs repairs, std::string label)
    : DelayStack(statistic, rank_count, std::move(message_lengths),
                 repairs.keep_implausible ? Source::other : Source::file),
      repairs_(repairs),
      label_(std::move(label)) {}

Matrix BlockStack::repaired_block(std::size_t plane, const Block& block) const {
    try {
        Matrix values = read_block(plane, block);
        if (repairs_.drop_marks) values = values.unaryExpr(&without_marks);
        if (repairs_.factor != 1) values *= repairs_.factor;
        if (repairs_.zero_diagonal) {
            const std::size_t end = std::min(block.row + block.rows, block.column + block.columns);
            for (std::size_t rank = std::max(block.row, block.column); rank < end; ++rank) {
                values(index(rank - block.row), index(rank - block.column)) = 0;
            }
        }
        return values;
    } catch (const std::bad_alloc&) {
        throw FileError(
            fmt::format("{}: {} × {} ranks do not fit into memory; look at rows, columns or pairs", label_,
                        block.rows, block.columns));
    }
}

Matrix BlockStack::read_rows(std::size_t k, std::int64_t first_sender, std::int64_t senders) const {
    const auto ranks = static_cast<std::size_t>(rank_count());
    const auto first = static_cast<std::size_t>(first_sender);
    const auto count = static_cast<std::size_t>(senders);
    if (repairs_.transposed) return repaired_block(k, {0, ranks, first, count}).transpose();
    return repaired_block(k, {first, count, 0, ranks});
}

Matrix BlockStack::read_line(const Line& line) const {
    const auto& [row, column] = repairs_.transposed ? Line{line.receiver, line.sender} : line;
    if (!row) return file_column(static_cast<std::size_t>(*column));
    Matrix values = room_for(line);
    const Block block{static_cast<std::size_t>(*row), 1, static_cast<std::size_t>(column.value_or(0)),
                      static_cast<std::size_t>(values.cols())};
    for (std::size_t k = 0; k < message_lengths().size(); ++k)
        values.row(index(k)) = repaired_block(k, block).row(0);
    return values;
}

Matrix BlockStack::file_column(std::size_t column) const {
    if (column < batch_begin_ || column - batch_begin_ >= batch_.size()) read_batch(column);
    return batch_[column - batch_begin_];
}

void BlockStack::read_batch(std::size_t column) const {
    const auto ranks = static_cast<std::size_t>(rank_count());
    const std::size_t column_bytes =
        std::max<std::size_t>(1, message_lengths().size() * ranks * sizeof(double));
    const std::size_t wanted = std::clamp<std::size_t>(batch_bytes / column_bytes, 1, max_columns_in_batch);
    const std::size_t begin = column / wanted * wanted;
    const std::size_t columns = std::min(wanted, ranks - begin);

    batch_.clear();
    std::vector<Matrix> batch(columns, Matrix(index(message_lengths().size()), rank_count()));
    for (std::size_t k = 0; k < message_lengths().size(); ++k) {
        const Matrix block = repaired_block(k, {0, ranks, begin, columns});
        for (std::size_t i = 0; i < columns; ++i) batch[i].row(index(k)) = block.col(index(i)).transpose();
    }
    batch_ = std::move(batch);
    batch_begin_ = begin;
}

}  // namespace fabricmap
