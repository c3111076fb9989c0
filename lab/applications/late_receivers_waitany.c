/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 0 waits until any of ranks 1 and 2 has received, which are both late. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double value = 0;
    MPI_Request requests[2];
    int done = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        if (rank == 0) {
            MPI_Issend(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, requests);
            MPI_Issend(&value, 1, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD, requests + 1);
        }
        work_unevenly(plan, rank > 0);
        for (int message = 0; rank == 0 && message < 2; ++message) {
            MPI_Waitany(2, requests, &done, MPI_STATUS_IGNORE); /* waits */
        }
        if (rank > 0) MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
