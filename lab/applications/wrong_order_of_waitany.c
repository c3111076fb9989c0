/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 0 waits for either of ranks 1 and 2 first, which send after their work; rank 3 sends before it. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double values[3] = {0, 0, 0};
    MPI_Request requests[3];
    int done = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        for (int sender = 1; rank == 0 && sender <= 3; ++sender) {
            MPI_Irecv(values + sender - 1, 1, MPI_DOUBLE, sender, 0, MPI_COMM_WORLD, requests + sender - 1);
        }
        if (rank == 3) MPI_Send(values, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        work_unevenly(plan, rank > 0);
        if (rank == 1 || rank == 2) MPI_Send(values, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        for (int message = 0; rank == 0 && message < 2; ++message) {
            MPI_Waitany(2, requests, &done, MPI_STATUS_IGNORE); /* waits */
        }
        if (rank == 0) MPI_Waitany(1, requests + 2, &done, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
