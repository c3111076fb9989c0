// SPDX-License-Identifier: Apache-2.0
// Rank 3 computes, rank 1 waits for its message, and ranks 0 and 2 wait for rank 1 in a barrier. With "crash"
// rank 2 ends by a signal after that, with "fail" all end with code 3.
#include <mpi.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    const char* const ending = argument_count > 1 ? arguments[1] : "";
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 3; ++step) {
        int value = step;
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 3) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        }
        if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 2 && std::strcmp(ending, "crash") == 0) std::raise(SIGSEGV);
    MPI_Finalize();
    return std::strcmp(ending, "fail") == 0 ? 3 : 0;
}
