/* SPDX-License-Identifier: Apache-2.0 */
/* The root, rank 0, enters the scatter late. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double values[4] = {0, 0, 0, 0};
    double value = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        work_unevenly(plan, rank == 0);
        MPI_Scatter(values, 1, MPI_DOUBLE, &value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* waits */
    }
    MPI_Finalize();
    return 0;
}
