// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/delay_stack.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap {

/// A rectangle of one plane, in the rows and columns of the file.
struct Block {
    std::size_t row = 0;
    std::size_t rows = 0;
    std::size_t column = 0;
    std::size_t columns = 0;
};

/// How the numbers of a file become those that are handed out.
struct Repairs {
    bool transposed = false;        ///< the file's rows are receivers
    bool zero_diagonal = false;     ///< what the file has there is no measurement
    bool drop_marks = false;        ///< -1 and NetCDF's fill value: not measured
    double factor = 1;              ///< the file has a multiple of it
    bool keep_implausible = false;  ///< its numbers are no delays
};

/// A stack whose planes can be read in rectangles. Columns of the file are read in batches and the last batch
/// is kept, because a column costs nearly as much as its neighbours with it.
class BlockStack : public DelayStack {
  protected:
    /// `label` names the file in errors.
    BlockStack(Statistic statistic, std::int64_t rank_count, std::vector<std::int64_t> message_lengths,
               Repairs repairs, std::string label);

  private:
    /// The numbers of the file as they are.
    [[nodiscard]] virtual Matrix read_block(std::size_t plane, const Block& block) const = 0;

    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override;
    [[nodiscard]] Matrix read_line(const Line& line) const override;

    [[nodiscard]] Matrix repaired_block(std::size_t plane, const Block& block) const;
    [[nodiscard]] Matrix file_column(std::size_t column) const;
    void read_batch(std::size_t column) const;

    Repairs repairs_;
    std::string label_;
    mutable std::size_t batch_begin_ = 0;
    mutable std::vector<Matrix> batch_;  ///< planes × ranks for each column
};

}  // namespace fabricmap
