// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/own/run_writer.hpp"
#include "network_test/modes/exchange.hpp"

#include <mpi.h>

#include <vector>

namespace fabricmap::network_test {

/// What one rank knows of a plane: a cell for each peer. A rank holds its row (it timed what it sent) or its
/// column (it timed what it received).
class PlaneCells {
  public:
    /// Every cell is missing but the diagonal: 0 with count 0.
    PlaneCells(int rank, int ranks, Side holder);

    [[nodiscard]] CellStatistics& operator[](int peer) { return cells_[static_cast<std::size_t>(peer)]; }
    [[nodiscard]] const CellStatistics& operator[](int peer) const {
        return cells_[static_cast<std::size_t>(peer)];
    }

    /// This rank's row of the plane; called by all ranks together. O(ranks) memory.
    [[nodiscard]] std::vector<CellStatistics> row(MPI_Comm comm) const;

  private:
    Side holder_;
    std::vector<CellStatistics> cells_;
};

}  // namespace fabricmap::network_test
