// SPDX-License-Identifier: Apache-2.0
// Before each so many allreduces of doubles (FABRICMAP_STALL_EVERY) the rank FABRICMAP_STALL_RANK stands
// still for three milliseconds.
#include "../../network_test/interposers/common.hpp"

namespace {

using namespace fabricmap::interposers;

constexpr std::chrono::microseconds stall(3000);

bool stalls_now() {
    static const bool is_this_rank = given_number("FABRICMAP_STALL_RANK") == own_rank();
    static const std::int64_t every = given_number("FABRICMAP_STALL_EVERY", 1);
    static std::int64_t calls = 0;
    return is_this_rank && ++calls % every == 0;
}

}  // namespace

extern "C" {

int MPI_Allreduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
    if (type == MPI_DOUBLE && operation == MPI_SUM && stalls_now()) spin_for(stall);
    return PMPI_Allreduce(out, in, count, type, operation, comm);
}

}  // extern "C"
