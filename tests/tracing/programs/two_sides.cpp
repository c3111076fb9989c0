// SPDX-License-Identifier: Apache-2.0
// Four ranks on an intercommunicator of the even and the odd: operations whose root is rank 2, which names
// itself by MPI_ROOT; the other even rank takes no part, and the odd ones name it by its rank on its side.
#include <mpi.h>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int side = rank % 2;
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm both = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &own);
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, side == 0 ? 1 : 0, 4, &both);
    int root = 1;
    if (side == 0) root = rank == 2 ? MPI_ROOT : MPI_PROC_NULL;
    int value = rank;
    int values[2] = {0, 0};
    MPI_Bcast(&value, 1, MPI_INT, root, both);
    MPI_Gather(&rank, 1, MPI_INT, values, 1, MPI_INT, root, both);
    MPI_Scatter(values, 1, MPI_INT, &value, 1, MPI_INT, root, both);
    MPI_Barrier(both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
