/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for each step is allocated in the loop, so that all wait for whoever has the most work in it. */
#include "planted.h"

#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    const struct Plan plan = read_plan(argc, argv);
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double* memory = NULL;
    MPI_Win window;
    const double begin = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int repetition = 0; repetition < plan.repetitions; ++repetition) {
        MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window); /* waits */
        work(repetition % 4 == rank ? plan.milliseconds : plan.milliseconds / 4);
        MPI_Win_free(&window); /* waits */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("%.3f s\n", MPI_Wtime() - begin);
    MPI_Finalize();
    return 0;
}
