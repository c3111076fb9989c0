// SPDX-License-Identifier: Apache-2.0
// Messages of at least one byte from the rank FABRICMAP_LOST_FROM to the rank FABRICMAP_LOST_TO are lost when
// FABRICMAP_LOST_AFTER of them have gone through. A broadcast is lost at its receiver, who waits for ever.
#include "common.hpp"

namespace {

using namespace fabricmap::interposers;

constexpr int tag_of_nothing = 32'000;

bool is_lost(int from, int to, std::int64_t bytes) {
    static const std::int64_t lost_from = given_number("FABRICMAP_LOST_FROM");
    static const std::int64_t lost_to = given_number("FABRICMAP_LOST_TO");
    static const std::int64_t whole = given_number("FABRICMAP_LOST_AFTER");
    static std::int64_t seen = 0;
    return from == lost_from && to == lost_to && bytes > 0 && ++seen > whole;
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    if (is_lost(own_rank(), to, bytes_of(count, type))) return MPI_SUCCESS;
    return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
    const bool lost = is_lost(own_rank(), to, bytes_of(count, type));
    return PMPI_Isend(buffer, count, type, lost ? MPI_PROC_NULL : to, tag, comm, request);
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    if (own_rank() != root && is_lost(root, own_rank(), bytes_of(count, type))) {
        PMPI_Recv(nullptr, 0, MPI_BYTE, root, tag_of_nothing, comm, MPI_STATUS_IGNORE);
    }
    return PMPI_Bcast(buffer, count, type, root, comm);
}

}  // extern "C"
