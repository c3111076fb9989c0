// SPDX-License-Identifier: Apache-2.0
// Rank 1 waits for a message that rank 0 never sends, and rank 0 for rank 1 in a barrier.
#include <mpi.h>

#include <cstdio>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        int value = 0;
        std::printf("1 MPI_Recv hung.cpp:%d\n", __LINE__ + 3);
        std::fflush(stdout);
        // The next line never ends.
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    std::printf("%d MPI_Barrier hung.cpp:%d\n", rank, __LINE__ + 2);
    std::fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
