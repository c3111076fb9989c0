/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 1 works before the start of MPI, all repetitions at once. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    struct Plan plan = read_plan(argc, argv);
    plan.milliseconds *= plan.repetitions;
    const char* const rank = getenv("OMPI_COMM_WORLD_RANK");
    work_unevenly(plan, rank != NULL && strcmp(rank, "1") == 0);
    MPI_Init(&argc, &argv); /* waits */
    MPI_Finalize();
    return 0;
}
