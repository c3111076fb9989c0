/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 0 sends while rank 1 still works, and returns when rank 1 receives. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double value = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        work_unevenly(plan, rank == 1);
        if (rank == 0) MPI_Ssend(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); /* waits */
        if (rank == 1) MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
