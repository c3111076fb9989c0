/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 1 works before the end of MPI, all repetitions at once. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    struct Plan plan = read_plan(argc, argv);
    plan.milliseconds *= plan.repetitions;
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    work_unevenly(plan, rank == 1);
    MPI_Finalize(); /* waits */
    return 0;
}
