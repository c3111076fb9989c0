// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/plane_cells.hpp"

#include "measuring/watch/watchdog.hpp"

#include <type_traits>

namespace fabricmap::network_test {

static_assert(std::is_trivially_copyable_v<CellStatistics>, "cells travel as bytes");

PlaneCells::PlaneCells(int rank, int ranks, Side holder)
    : holder_(holder), cells_(static_cast<std::size_t>(ranks), CellStatistics::not_measured()) {
    cells_[static_cast<std::size_t>(rank)] = CellStatistics{};
}

std::vector<CellStatistics> PlaneCells::row(MPI_Comm comm) const {
    if (holder_ == Side::sender) return cells_;
    std::vector<CellStatistics> own_row(cells_.size());
    const WaitScope waiting("gathering rows");
    MPI_Alltoall(cells_.data(), sizeof(CellStatistics), MPI_BYTE, own_row.data(), sizeof(CellStatistics),
                 MPI_BYTE, comm);
    return own_row;
}

}  // namespace fabricmap::network_test
