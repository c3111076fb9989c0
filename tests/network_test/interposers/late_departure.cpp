// SPDX-License-Identifier: Apache-2.0
// The messages of at least one byte that the rank FABRICMAP_SLOW_RANK sends by MPI_Isend leave
// FABRICMAP_SLOW_US microseconds late, while the rank itself continues at once: a slow path out of the host,
// not a slow host.
#include "common.hpp"

#include <list>

namespace {

using namespace fabricmap::interposers;
using Time = std::chrono::steady_clock;

/// A message that waits for its departure, or is on its way; `promise` is the request that the caller holds.
struct Departure {
    const void* buffer;
    int count;
    MPI_Datatype type;
    int to;
    int tag;
    MPI_Comm comm;
    Time::time_point due;
    MPI_Request promise;
    MPI_Request actual = MPI_REQUEST_NULL;
    bool departed = false;
};

std::list<Departure>& departures() {
    static std::list<Departure> list;
    return list;
}

int set_nothing(void* /*state*/, MPI_Status* status) {
    PMPI_Status_set_elements(status, MPI_BYTE, 0);
    PMPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}
int free_nothing(void* /*state*/) {
    return MPI_SUCCESS;
}
int cancel_nothing(void* /*state*/, int /*complete*/) {
    return MPI_SUCCESS;
}

void let_depart() {
    for (auto at = departures().begin(); at != departures().end();) {
        if (!at->departed && Time::now() >= at->due) {
            PMPI_Isend(at->buffer, at->count, at->type, at->to, at->tag, at->comm, &at->actual);
            at->departed = true;
        }
        int done = 0;
        if (at->departed) PMPI_Test(&at->actual, &done, MPI_STATUS_IGNORE);
        if (done != 0) PMPI_Grequest_complete(at->promise);
        at = done != 0 ? departures().erase(at) : std::next(at);
    }
}

}  // namespace

extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
    static const bool this_rank = own_rank() == given_number("FABRICMAP_SLOW_RANK");
    if (!this_rank || bytes_of(count, type) == 0) {
        return PMPI_Isend(buffer, count, type, to, tag, comm, request);
    }
    PMPI_Grequest_start(set_nothing, free_nothing, cancel_nothing, nullptr, request);
    departures().push_back({buffer, count, type, to, tag, comm, Time::now() + slow_time(), *request});
    return MPI_SUCCESS;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    for (int done = 0; done == 0;) {
        let_depart();
        PMPI_Test(request, &done, status);
    }
    return MPI_SUCCESS;
}

int MPI_Waitsome(int count, MPI_Request requests[], int* completed, int indices[], MPI_Status statuses[]) {
    for (*completed = 0; *completed == 0;) {
        let_depart();
        PMPI_Testsome(count, requests, completed, indices, statuses);
    }
    return MPI_SUCCESS;
}

}  // extern "C"
