/* SPDX-License-Identifier: Apache-2.0 */
/* All wait in the fence for rank 3, whose data nobody reads. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double value = 0;
    MPI_Win window;
    MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        work_unevenly(plan, rank == 3);
        MPI_Win_fence(0, window); /* waits */
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
