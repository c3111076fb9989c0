// SPDX-License-Identifier: Apache-2.0
// The rank FABRICMAP_STUCK_RANK sleeps before it sends its message number FABRICMAP_STUCK_AFTER of at least
// FABRICMAP_STUCK_BYTES (one): for FABRICMAP_STUCK_MS milliseconds, or for ever where that is not given. Its
// process runs, its MPI library does not. FABRICMAP_STUCK_MARK is a file that is made then.
#include "common.hpp"

#include <fstream>

namespace {

using namespace fabricmap::interposers;

void stick_where_it_is_due(std::int64_t bytes) {
    static const bool is_it = given_number("FABRICMAP_STUCK_RANK") == own_rank();
    static const std::int64_t due = given_number("FABRICMAP_STUCK_AFTER");
    static const std::int64_t time_ms = given_number("FABRICMAP_STUCK_MS", std::int64_t{1} << 40);
    static std::int64_t seen = 0;
    static const std::int64_t min_bytes = given_number("FABRICMAP_STUCK_BYTES", 1);
    if (!is_it || bytes < min_bytes || ++seen != due) return;
    if (const char* const mark = std::getenv("FABRICMAP_STUCK_MARK")) std::ofstream(mark) << seen;
    std::this_thread::sleep_for(std::chrono::milliseconds(time_ms));
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    stick_where_it_is_due(bytes_of(count, type));
    return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
    stick_where_it_is_due(bytes_of(count, type));
    return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

}  // extern "C"
