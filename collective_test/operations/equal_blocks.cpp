// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/equal_blocks.hpp"

#include "measuring/mpi/payload.hpp"

#include <limits>

namespace fabricmap::collective_test {

EqualBlocks::EqualBlocks(std::int64_t block_bytes, int ranks) {
    int step = 1;
    if (block_bytes * ranks <= std::numeric_limits<int>::max()) {
        step = static_cast<int>(block_bytes);
    } else {
        const Payload block(block_bytes);
        MPI_Type_contiguous(block.count(), block.type(), &type_);
        MPI_Type_commit(&type_);
    }
    counts_.assign(static_cast<std::size_t>(ranks), step);
    for (int rank = 0; rank < ranks; ++rank) displacements_.push_back(rank * step);
}

EqualBlocks::~EqualBlocks() {
    if (type_ != MPI_BYTE) MPI_Type_free(&type_);
}

}  // namespace fabricmap::collective_test
