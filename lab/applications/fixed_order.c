/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 0 receives from the slow rank 1 first and cannot work on the data of rank 2 meanwhile. Rank 1 needs an answer. */
#include "planted.h"

#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double value = 0;
    MPI_Status status;
    MPI_Comm pair;
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : 1, rank, &pair);
    const double begin = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        if (rank == 1) work(plan.milliseconds);
        if (rank > 0) MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        for (int source = 1; rank == 0 && source < 3; ++source) {
            MPI_Recv(&value, 1, MPI_DOUBLE, source, 0, MPI_COMM_WORLD, &status); /* waits */
            if (status.MPI_SOURCE == 2) work(0.6 * plan.milliseconds);
        }
        if (rank < 2) MPI_Bcast(&value, 1, MPI_DOUBLE, 0, pair);
        if (rank == 2) work(plan.milliseconds);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("%.3f s\n", MPI_Wtime() - begin);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
