// SPDX-License-Identifier: Apache-2.0
// Rank 0 sends rank 1 messages of 4 bytes, of which some are received into too little memory: by MPI_Recv,
// MPI_Wait and MPI_Waitall. Those that follow have 1, 2, ... bytes, so that each is known by its length. Last
// come three of 100 bytes that nobody receives.
#include <mpi.h>

#include <array>
#include <cstdio>

namespace {

constexpr int rounds = 5;

void send() {
    const std::array<char, 100> out{};
    for (int round = 0; round < rounds; ++round) {
        for (int kind = 0; kind < 3; ++kind) MPI_Send(out.data(), 4, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Send(out.data(), round + 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Send(out.data(), round + 20, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    }
    for (int message = 0; message < 3; ++message) MPI_Send(out.data(), 100, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
}

int receive() {
    std::array<char, 100> in{};
    int errors = 0;
    for (int round = 0; round < rounds; ++round) {
        std::array<MPI_Request, 2> requests{};
        errors +=
            MPI_Recv(in.data(), 2, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS ? 1 : 0;
        MPI_Irecv(in.data(), 2, MPI_CHAR, 0, 0, MPI_COMM_WORLD, requests.data());
        errors += MPI_Wait(requests.data(), MPI_STATUS_IGNORE) != MPI_SUCCESS ? 1 : 0;
        MPI_Irecv(in.data(), 2, MPI_CHAR, 0, 0, MPI_COMM_WORLD, requests.data());
        MPI_Irecv(in.data(), 50, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &requests[1]);
        errors += MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE) != MPI_SUCCESS ? 1 : 0;
        // In Open MPI the second may still be under way.
        MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
        MPI_Recv(in.data(), 100, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return errors;
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) send();
    if (rank == 1) std::printf("%d errors\n", receive());
    MPI_Finalize();
    return 0;
}
