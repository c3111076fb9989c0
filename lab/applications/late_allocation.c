/* SPDX-License-Identifier: Apache-2.0 */
/* Memory is allocated in each repetition; all wait for rank 3. */
#include "planted.h"

#include <mpi.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double* memory = NULL;
    MPI_Win window;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        work_unevenly(plan, rank == 3);
        MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window); /* waits */
        MPI_Win_free(&window);
    }
    MPI_Finalize();
    return 0;
}
