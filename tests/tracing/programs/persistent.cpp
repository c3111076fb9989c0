// SPDX-License-Identifier: Apache-2.0
// Persistent requests of 3 ranks: collective operations that are prepared in one order, and started in
// another one on each rank; blocks of lengths of their own; and messages that one thread prepares and another
// one starts. Prints what has come.
#include <mpi.h>
// The extension does not include it.
#include <mpi-ext.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr int rounds = 4;
constexpr int ranks = 3;

int rank = 0;

/// All of them are started in each round, from another one on.
void start_and_wait(std::vector<MPI_Request>& requests) {
    for (std::size_t number = 0; number < requests.size(); ++number)
        MPI_Start(&requests[(number + static_cast<std::size_t>(rank)) % requests.size()]);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

void collectives(MPI_Comm comm) {
    std::array<int, ranks> sent{rank, rank + 10, rank + 20};
    std::array<int, ranks> sums{};
    std::array<char, 6> blocks{};
    // To rank 0 one byte, to rank 1 two, to rank 2 three.
    const std::array<int, ranks> counts{1, 2, 3};
    const std::array<int, ranks> places{0, 1, 3};
    const std::array<int, ranks> received{rank + 1, rank + 1, rank + 1};
    std::array<char, 9> into{};
    const std::array<int, ranks> into_places{0, rank + 1, 2 * (rank + 1)};
    int all = 0;
    int root_value = rank == 1 ? 7 : 0;
    std::vector<MPI_Request> requests(4);
    MPIX_Allreduce_init(sent.data(), sums.data(), ranks, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[0]);
    MPIX_Bcast_init(&root_value, 1, MPI_INT, 1, comm, MPI_INFO_NULL, &requests[1]);
    MPIX_Alltoallv_init(blocks.data(), counts.data(), places.data(), MPI_CHAR, into.data(), received.data(),
                        into_places.data(), MPI_CHAR, comm, MPI_INFO_NULL, &requests[2]);
    MPIX_Barrier_init(comm, MPI_INFO_NULL, &requests[3]);
    for (int round = 0; round < rounds; ++round) start_and_wait(requests);
    for (MPI_Request& request : requests) MPI_Request_free(&request);
    MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0) std::printf("%d %d %d\n", sums[0], root_value, all);
}

/// Rank 0 sends to 1, whose other thread starts what this one has prepared.
void messages(MPI_Comm comm) {
    if (rank > 1) return;
    int value = rank == 0 ? 5 : 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) MPI_Send_init(&value, 1, MPI_INT, 1, 3, comm, &request);
    if (rank == 1) MPI_Recv_init(&value, 1, MPI_INT, 0, 3, comm, &request);
    std::thread([&] {
        for (int round = 0; round < rounds; ++round) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }).join();
    MPI_Request_free(&request);
    if (rank == 1) std::printf("%d\n", value);
}

}  // namespace

int main(int argument_count, char** arguments) {
    int level = 0;
    MPI_Init_thread(&argument_count, &arguments, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    collectives(comm);
    messages(comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
