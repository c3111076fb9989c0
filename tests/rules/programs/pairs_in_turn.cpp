// SPDX-License-Identifier: Apache-2.0
// Every rank sends five messages of 1 KiB to every other, each once the one before has been answered.
#include <mpi.h>

#include <vector>

int main(int count, char** words) {
    MPI_Init(&count, &words);
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<char> message(1024);
    const int bytes = static_cast<int>(message.size());
    for (int sender = 0; sender < ranks; ++sender) {
        for (int receiver = 0; receiver < ranks; ++receiver) {
            if (sender == receiver) continue;
            for (int turn = 0; turn < 5; ++turn) {
                if (rank == sender) {
                    MPI_Send(message.data(), bytes, MPI_CHAR, receiver, 0, MPI_COMM_WORLD);
                    MPI_Recv(nullptr, 0, MPI_CHAR, receiver, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                }
                if (rank == receiver) {
                    MPI_Recv(message.data(), bytes, MPI_CHAR, sender, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    MPI_Send(nullptr, 0, MPI_CHAR, sender, 1, MPI_COMM_WORLD);
                }
            }
        }
    }
    MPI_Finalize();
}
