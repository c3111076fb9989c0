// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fabricmap::collective_test {

/// Blocks of one length, side by side, as the calls want them that let each rank have a length of its own.
/// Displacements there are 31 bits wide and count elements: where bytes would pass that, a block is one
/// element of a datatype of its length.
class EqualBlocks {
  public:
    EqualBlocks(std::int64_t block_bytes, int ranks);
    ~EqualBlocks();
    EqualBlocks(const EqualBlocks&) = delete;
    EqualBlocks& operator=(const EqualBlocks&) = delete;

    [[nodiscard]] int count() const noexcept { return counts_.front(); }
    [[nodiscard]] const int* counts() const noexcept { return counts_.data(); }
    [[nodiscard]] const int* displacements() const noexcept { return displacements_.data(); }
    [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }

  private:
    std::vector<int> counts_;
    std::vector<int> displacements_;
    MPI_Datatype type_ = MPI_BYTE;
};

}  // namespace fabricmap::collective_test
