// SPDX-License-Identifier: Apache-2.0
// Four ranks whose messages have known lengths: a ring, a halo on 2 × 2, blocks of collectives in a
// communicator that counts backwards, and accesses to a window in epochs of fence and of post and start.
#include <mpi.h>

#include <array>
#include <unistd.h>
#include <vector>

namespace {

int rank = 0;
int size = 0;
std::vector<char> out(1 << 16);
std::vector<char> in(1 << 16);

void ring() {
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    for (int round = 0; round < 5; ++round) {
        MPI_Sendrecv(out.data(), 100, MPI_BYTE, right, 1, in.data(), 100, MPI_BYTE, left, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    // Of the same length but with nothing in them.
    MPI_Sendrecv(out.data(), 0, MPI_BYTE, right, 2, in.data(), 0, MPI_BYTE, left, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

void halo() {
    const std::array<int, 2> sides{2, 2};
    const std::array<int, 2> periodic{0, 0};
    MPI_Comm grid = MPI_COMM_NULL;
    MPI_Cart_create(MPI_COMM_WORLD, 2, sides.data(), periodic.data(), 0, &grid);
    for (int dimension = 0; dimension < 2; ++dimension) {
        int below = 0;
        int above = 0;
        MPI_Cart_shift(grid, dimension, 1, &below, &above);
        const int length = dimension == 0 ? 1000 : 3000;
        for (const int neighbour : {below, above}) {
            std::array<MPI_Request, 2> both{};
            MPI_Irecv(in.data(), length, MPI_BYTE, neighbour, 3, grid, both.data());
            MPI_Isend(out.data(), length, MPI_BYTE, neighbour, 3, grid, &both[1]);
            MPI_Waitall(2, both.data(), MPI_STATUSES_IGNORE);
        }
    }
    MPI_Comm_free(&grid);
}

void blocks() {
    MPI_Comm backwards = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
    const int own = size - 1 - rank;
    std::vector<int> to(4);
    std::vector<int> from(4);
    std::vector<int> places{0, 1000, 2000, 3000};
    for (int peer = 0; peer < size; ++peer) {
        to[static_cast<std::size_t>(peer)] = 10 * own + peer;
        from[static_cast<std::size_t>(peer)] = 10 * peer + own;
    }
    for (int round = 0; round < 2; ++round) {
        MPI_Alltoallv(out.data(), to.data(), places.data(), MPI_BYTE, in.data(), from.data(), places.data(),
                      MPI_BYTE, backwards);
    }
    MPI_Alltoall(out.data(), 4096, MPI_BYTE, in.data(), 4096, MPI_BYTE, backwards);
    MPI_Allgather(out.data(), 5000, MPI_BYTE, in.data(), 5000, MPI_BYTE, backwards);
    MPI_Gather(out.data(), 9000, MPI_BYTE, in.data(), 9000, MPI_BYTE, 0, backwards);
    MPI_Scatter(out.data(), 10000, MPI_BYTE, in.data(), 10000, MPI_BYTE, 0, backwards);
    MPI_Bcast(out.data(), 128, MPI_BYTE, 0, backwards);
    MPI_Comm_free(&backwards);
}

/// Odd ranks access the even ones below them, which expose their memory late.
void epochs() {
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_create(in.data(), static_cast<MPI_Aint>(in.size()), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(out.data(), 70000 / 2, MPI_BYTE, rank ^ 1, 0, 70000 / 2, MPI_BYTE, window);
    MPI_Get(out.data(), 20000, MPI_BYTE, (rank + 2) % size, 0, 20000, MPI_BYTE, window);
    MPI_Win_fence(0, window);
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    const int partner = rank ^ 1;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group_incl(world, 1, &partner, &group);
    for (int round = 0; round < 2; ++round) {
        // An empty message says that the origin is about to start, however late it is.
        if (rank % 2 == 0) {
            MPI_Recv(nullptr, 0, MPI_BYTE, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            usleep(20000);
            MPI_Win_post(group, 0, window);
            MPI_Win_wait(window);
        } else {
            MPI_Send(nullptr, 0, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
            MPI_Win_start(group, 0, window);
            MPI_Put(out.data(), 8, MPI_BYTE, partner, 0, 8, MPI_BYTE, window);
            MPI_Win_complete(window);
        }
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&window);
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ring();
    halo();
    blocks();
    epochs();
    MPI_Finalize();
    return 0;
}
