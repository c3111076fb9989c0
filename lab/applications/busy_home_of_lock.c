/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 1 takes a lock of rank 0, which nobody holds, but rank 0 computes: there is no contention. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double value = 0;
    double* memory = NULL;
    MPI_Win window;
    MPI_Win_allocate(sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        if (rank == 0) work(plan.milliseconds);
        if (rank == 1) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
            MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
            MPI_Win_unlock(0, window);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
