// SPDX-License-Identifier: Apache-2.0
#include "measuring/mpi/waiting.hpp"

#include "measuring/mpi/reachability.hpp"
#include "measuring/watch/watchdog.hpp"

#include <algorithm>
#include <ctime>
#include <sched.h>

namespace fabricmap {
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
    const WaitScope idle(Waiting::idle);
    int done = 0;
    for (int look = 0; look < looks_before_sleep; ++look) {
        MPI_Test(&request, &done, &status);
        if (done != 0) return status;
        sched_yield();
    }
    for (long sleep_ns = shortest_sleep_ns; true; sleep_ns = std::min(2 * sleep_ns, longest_sleep_ns)) {
        if (idle_callback_) idle_callback_();
        if (Reachability* const reachability = Reachability::of_process()) reachability->testify_if_wanted();
        const timespec pause{0, sleep_ns};
        nanosleep(&pause, nullptr);
        MPI_Test(&request, &done, &status);
        if (done != 0) return status;
    }
}

MPI_Status IdleWaiting::receive(void* values, int count, MPI_Datatype type, int from, int tag,
                                MPI_Comm comm) const {
    MPI_Request word = MPI_REQUEST_NULL;
    MPI_Irecv(values, count, type, from, tag, comm, &word);
    return finish(word);
}

void IdleWaiting::await_all(MPI_Comm comm) const {
    if (simulated_) {
        MPI_Barrier(comm);
        return;
    }
    MPI_Request all_done = MPI_REQUEST_NULL;
    MPI_Ibarrier(comm, &all_done);
    finish(all_done);
}

void IdleWaiting::reduce_all(void* values, int count, MPI_Datatype type, MPI_Op operation,
                             MPI_Comm comm) const {
    if (simulated_) {
        MPI_Allreduce(MPI_IN_PLACE, values, count, type, operation, comm);
        return;
    }
    MPI_Request combined = MPI_REQUEST_NULL;
    MPI_Iallreduce(MPI_IN_PLACE, values, count, type, operation, comm, &combined);
    finish(combined);
}

void IdleWaiting::take_from(int root, void* values, int count, MPI_Datatype type, MPI_Comm comm) const {
    if (simulated_) {
        MPI_Bcast(values, count, type, root, comm);
        return;
    }
    MPI_Request taken = MPI_REQUEST_NULL;
    MPI_Ibcast(values, count, type, root, comm, &taken);
    finish(taken);
}

}  // namespace fabricmap
