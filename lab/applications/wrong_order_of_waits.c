/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 0 waits for the message of rank 1 first, which sends after its work; rank 2 sends before it. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double values[2] = {0, 0};
    MPI_Request requests[2];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        if (rank == 0) {
            MPI_Irecv(values, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, requests);
            MPI_Irecv(values + 1, 1, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD, requests + 1);
        }
        if (rank == 2) MPI_Send(values, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        work_unevenly(plan, rank > 0);
        if (rank == 1) MPI_Send(values, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Wait(requests, MPI_STATUS_IGNORE); /* waits */
            MPI_Wait(requests + 1, MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
    return 0;
}
