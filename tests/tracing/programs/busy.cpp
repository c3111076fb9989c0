// SPDX-License-Identifier: Apache-2.0
// Makes a hundred thousand calls that send nothing.
#include <mpi.h>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    const int value = 0;
    for (int call = 0; call < 100'000; ++call) {
        MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
