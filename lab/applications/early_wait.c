/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 1 waits for the end of an epoch in which rank 0 still works. */
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
    const int other = 1 - rank;
    MPI_Group world;
    MPI_Group partner;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &partner);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        if (rank == 1) {
            MPI_Win_post(partner, 0, window);
            work_unevenly(plan, 0);
            MPI_Win_wait(window); /* waits */
        } else {
            MPI_Win_start(partner, 0, window);
            MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
            work(plan.milliseconds);
            MPI_Win_complete(window);
        }
    }
    MPI_Group_free(&partner);
    MPI_Group_free(&world);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
