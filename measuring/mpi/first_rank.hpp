// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/watch/watchdog.hpp"

#include <mpi.h>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace fabricmap {

/// Rank 0's value on every rank of the communicator.
template <typename Value>
requires std::is_trivially_copyable_v<Value>
void take_from_first_rank(Value& value, MPI_Comm comm = MPI_COMM_WORLD) {
    const WaitScope waiting("agreeing with rank 0", Waiting::others, 0);
    MPI_Bcast(&value, sizeof value, MPI_BYTE, 0, comm);
}

/// The same of a row, which has rank 0's size then.
template <typename Value>
requires std::is_trivially_copyable_v<Value>
void take_from_first_rank(std::vector<Value>& values, MPI_Comm comm = MPI_COMM_WORLD) {
    std::size_t count = values.size();
    take_from_first_rank(count, comm);
    values.resize(count);
    const WaitScope waiting("agreeing with rank 0", Waiting::others, 0);
    MPI_Bcast(values.data(), static_cast<int>(count * sizeof(Value)), MPI_BYTE, 0, comm);
}

}  // namespace fabricmap
