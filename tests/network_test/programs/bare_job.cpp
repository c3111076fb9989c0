// SPDX-License-Identifier: Apache-2.0
// An MPI job that does nothing but connect every pair of ranks, in as many communicators as the tester has:
// what the MPI library itself needs of memory.
#include <mpi.h>

#include <array>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::array<MPI_Comm, 3> comms{};
    for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int distance = 1; distance < size; ++distance) {
        MPI_Sendrecv(nullptr, 0, MPI_BYTE, (rank + distance) % size, 0, nullptr, 0, MPI_BYTE,
                     (rank - distance + size) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
