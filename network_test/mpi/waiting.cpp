// SPDX-License-Identifier: Apache-2.0
#include "network_test/mpi/waiting.hpp"

#include <algorithm>
#include <ctime>
#include <sched.h>

namespace fabricmap::network_test {
namespace {

constexpr int looks_before_sleep = 20;
constexpr long shortest_sleep_ns = 20'000;
constexpr long longest_sleep_ns = 200'000;

}  // namespace

MPI_Status IdleWaiting::finish(MPI_Request& request) const {
    MPI_Status status;
    if (simulated_) {
        MPI_Wait(&request, &status);
        return status;
    }
    int done = 0;
    for (int look = 0; look < looks_before_sleep; ++look) {
        MPI_Test(&request, &done, &status);
        if (done != 0) return status;
        sched_yield();
    }
    for (long sleep_ns = shortest_sleep_ns; true; sleep_ns = std::min(2 * sleep_ns, longest_sleep_ns)) {
        if (pastime_) pastime_();
        const timespec pause{0, sleep_ns};
        nanosleep(&pause, nullptr);
        MPI_Test(&request, &done, &status);
        if (done != 0) return status;
    }
}

void IdleWaiting::await_all(MPI_Comm comm) const {
    if (simulated_) {
        // SimGrid's MPI_Ibarrier (3.32) waits for rank 0 alone.
        MPI_Barrier(comm);
        return;
    }
    MPI_Request all_done = MPI_REQUEST_NULL;
    MPI_Ibarrier(comm, &all_done);
    finish(all_done);
}

}  // namespace fabricmap::network_test
