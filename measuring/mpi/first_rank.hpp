// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/watch/watchdog.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
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

/// The sums of all ranks' values, in their place, on every rank; others may have much to do before.
template <typename Value, std::size_t extent>
void sum_over_ranks(std::span<Value, extent> values, MPI_Comm comm) {
    static_assert(std::is_same_v<Value, double> || std::is_same_v<Value, std::int64_t>);
    const MPI_Datatype type = std::is_same_v<Value, double> ? MPI_DOUBLE : MPI_INT64_T;
    const WaitScope waiting("comparing pairs", Waiting::idle);
    MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), type, MPI_SUM, comm);
}

}  // namespace fabricmap
