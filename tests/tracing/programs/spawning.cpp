// SPDX-License-Identifier: Apache-2.0
// Two ranks start two processes of this program, and broadcast a number to them and get one back.
#include <mpi.h>

#include <cstdio>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm others = MPI_COMM_NULL;
    MPI_Comm_get_parent(&others);
    const bool is_child = others != MPI_COMM_NULL;
    int value = 7;
    if (!is_child) {
        MPI_Comm_spawn(arguments[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others,
                       MPI_ERRCODES_IGNORE);
        MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, others);
        MPI_Recv(&value, 1, MPI_INT, rank, 0, others, MPI_STATUS_IGNORE);
        std::printf("%d got %d\n", rank, value);
    } else {
        value = 0;
        MPI_Bcast(&value, 1, MPI_INT, 0, others);
        value += rank;
        MPI_Send(&value, 1, MPI_INT, rank, 0, others);
    }
    MPI_Comm_disconnect(&others);
    MPI_Finalize();
    return 0;
}
