// SPDX-License-Identifier: Apache-2.0
// Sleeps in three phases, rank by rank another time, and prints between which bounds the time of each lies,
// without its marks and with them: RANK PHASE SECONDS SECONDS. Between the first two is a message that is not
// recorded.
#include "tracing/annotation/fabricmap_trace.h"

#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

int rank = 0;

/// Around the mark of a phase's begin.
struct Begin {
    Clock::time_point before;
    Clock::time_point after;
};

template <typename Mark>
Begin begin(const Mark& mark) {
    const auto before = Clock::now();
    mark();
    return {before, Clock::now()};
}

template <typename Mark>
void end(const char* phase, const Begin& begun, const Mark& mark) {
    const std::chrono::duration<double> least = Clock::now() - begun.after;
    mark();
    const std::chrono::duration<double> most = Clock::now() - begun.before;
    std::printf("%d %s %.9f %.9f\n", rank, phase, least.count(), most.count());
}

void sleep_ms(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
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

    const Begin setup = begin([] { fabricmap_phase_begin("setup"); });
    sleep_ms(20 + 40 * rank);
    end("setup", setup, [] { fabricmap_phase_end("setup"); });

    MPI_Pcontrol(0);
    exchange();
    MPI_Pcontrol(1);

    const Begin solve = begin([] { fabricmap_phase_begin("solve"); });
    exchange();
    const Begin inner = begin([] { fabricmap_phase_begin("inner"); });
    exchange();
    sleep_ms(60 - 30 * rank);
    end("inner", inner, [] { fabricmap_phase_end("inner"); });
    sleep_ms(10);
    end("solve", solve, [] { fabricmap_phase_end("solve"); });

    // As it is in Fortran; of rank 1 alone, twice.
    for (int time = 0; rank == 1 && time < 2; ++time) {
        const Begin seventh = begin([] { MPI_Pcontrol(7); });
        sleep_ms(15);
        end("phase_7", seventh, [] { MPI_Pcontrol(-7); });
    }
    MPI_Finalize();
    return 0;
}
