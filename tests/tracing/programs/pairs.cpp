// SPDX-License-Identifier: Apache-2.0
// Messages whose order is always the same, by sends and receives that every tracer knows.
#include <mpi.h>

#include <array>
#include <vector>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<char> out(1 << 16);
    std::vector<char> in(1 << 16);
    for (int round = 1; round <= 10; ++round) {
        // Along the ranks, one after the other.
        if (rank > 0) MPI_Recv(in.data(), 1 << 16, MPI_BYTE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank + 1 < size) MPI_Send(out.data(), 100 * round, MPI_BYTE, rank + 1, 1, MPI_COMM_WORLD);
        // To the right in a ring.
        std::array<MPI_Request, 2> both{};
        MPI_Irecv(in.data(), 1 << 16, MPI_BYTE, (rank + size - 1) % size, 2, MPI_COMM_WORLD, both.data());
        MPI_Isend(out.data(), 5000 + round, MPI_BYTE, (rank + 1) % size, 2, MPI_COMM_WORLD, &both[1]);
        MPI_Waitall(2, both.data(), MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
