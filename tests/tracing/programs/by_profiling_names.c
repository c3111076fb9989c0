// SPDX-License-Identifier: Apache-2.0
// Calls MPI by the names that are meant for tools, as some programs do.
#include <mpi.h>

#include <stdio.h>

int main(int argument_count, char** arguments) {
    double value = 1;
    PMPI_Init(&argument_count, &arguments);
    PMPI_Barrier(MPI_COMM_WORLD);
    PMPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    PMPI_Finalize();
    puts("done");
    return 0;
}
