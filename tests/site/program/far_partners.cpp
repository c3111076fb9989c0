// SPDX-License-Identifier: Apache-2.0
// Each rank exchanges with the one half of all ranks away, and rank 1 computes meanwhile: by slot all
// messages leave the host. With an argument they meet in barriers alone.
#include <mpi.h>

#include <chrono>
#include <thread>
#include <vector>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    constexpr int length = 65536;
    const std::vector<char> sent(length, 'x');
    std::vector<char> received(length);
    const int partner = (rank + ranks / 2) % ranks;
    for (int step = 0; step < 30; ++step) {
        if (rank == 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        if (argument_count < 2) {
            MPI_Sendrecv(sent.data(), length, MPI_CHAR, partner, 0, received.data(), length, MPI_CHAR,
                         partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
