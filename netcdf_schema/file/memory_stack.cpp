// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/memory_stack.hpp"

#include <utility>

namespace fabricmap {

MemoryStack::MemoryStack(Statistic statistic, std::int64_t rank_count,
                         std::vector<std::int64_t> message_lengths, std::vector<Matrix> planes,
                         Repairs repairs, std::string label)
    : BlockStack(statistic, rank_count, std::move(message_lengths), repairs, std::move(label)),
      planes_(std::move(planes)) {}

Matrix MemoryStack::read_block(std::size_t plane, const Block& block) const {
    const auto index = [](std::size_t value) { return static_cast<Eigen::Index>(value); };
    return planes_[plane].block(index(block.row), index(block.column), index(block.rows),
                                index(block.columns));
}

}  // namespace fabricmap
