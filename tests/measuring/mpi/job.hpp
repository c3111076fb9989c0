// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fabricmap {

[[nodiscard]] inline int own_rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

[[nodiscard]] inline int job_size() {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

/// The numbers of all ranks in one row, on every rank.
[[nodiscard]] inline std::vector<std::int64_t> gather_numbers(const std::vector<std::int64_t>& own) {
    const auto ranks = static_cast<std::size_t>(job_size());
    const int own_count = static_cast<int>(own.size());
    std::vector<int> counts(ranks);
    MPI_Allgather(&own_count, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::vector<int> offsets(ranks + 1, 0);
    for (std::size_t rank = 0; rank < ranks; ++rank) offsets[rank + 1] = offsets[rank] + counts[rank];
    std::vector<std::int64_t> all(static_cast<std::size_t>(offsets.back()));
    MPI_Allgatherv(own.data(), own_count, MPI_INT64_T, all.data(), counts.data(), offsets.data(), MPI_INT64_T,
                   MPI_COMM_WORLD);
    return all;
}

}  // namespace fabricmap
