// SPDX-License-Identifier: Apache-2.0
// Sleeps in three phases, rank by rank another time, and prints how long each took: RANK PHASE SECONDS.
// Between the first two is a message that is not recorded.
#include "tracing/annotation/fabricmap_trace.h"

#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

int rank = 0;

void sleep_and_print(const char* phase, Clock::time_point since, int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    const std::chrono::duration<double> passed = Clock::now() - since;
    std::printf("%d %s %.6f\n", rank, phase, passed.count());
}

void exchange() {
    int value = 0;
    const int other = 1 - rank;
    MPI_Sendrecv_replace(&value, 1, MPI_INT, other, 0, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    fabricmap_phase_begin("setup");
    auto since = Clock::now();
    sleep_and_print("setup", since, 20 + 40 * rank);
    fabricmap_phase_end("setup");

    MPI_Pcontrol(0);
    exchange();
    MPI_Pcontrol(1);

    fabricmap_phase_begin("solve");
    since = Clock::now();
    exchange();
    fabricmap_phase_begin("inner");
    const auto since_inner = Clock::now();
    exchange();
    sleep_and_print("inner", since_inner, 60 - 30 * rank);
    fabricmap_phase_end("inner");
    sleep_and_print("solve", since, 10);
    fabricmap_phase_end("solve");

    // As it is in Fortran; of rank 1 alone, twice.
    for (int time = 0; rank == 1 && time < 2; ++time) {
        MPI_Pcontrol(7);
        since = Clock::now();
        sleep_and_print("phase_7", since, 15);
        MPI_Pcontrol(-7);
    }
    MPI_Finalize();
    return 0;
}
