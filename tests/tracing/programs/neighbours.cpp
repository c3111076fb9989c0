// SPDX-License-Identifier: Apache-2.0
// Neighbourhood collectives of four ranks, ARGUMENT 1 times each: on a grid of 2 x 2 with ends one way and
// none the other, where both ways lead to the same neighbour; on a graph; and on two distributed graphs, one
// with weights. Keeps account of what it sends to others: a line "RECEIVER BYTES" each, in the file
// ARGUMENT2.RANK.
#include <mpi.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

int rank = 0;
int rounds = 0;
std::ofstream account;
std::vector<char> out(100'000);
std::vector<char> in(100'000);

void note(int receiver, int bytes) {
    if (receiver >= 0 && receiver != rank && bytes > 0) account << receiver << ' ' << bytes << '\n';
}

/// `to`: neighbours as they are told to the graph, -1 beyond the ends.
void exchange(MPI_Comm comm, const std::vector<int>& to, int sources) {
    const auto edges = static_cast<int>(to.size());
    std::vector<int> counts;
    std::vector<int> places;
    std::vector<MPI_Aint> far_places;
    const std::vector<MPI_Datatype> types(static_cast<std::size_t>(edges), MPI_INT);
    for (int edge = 0; edge < edges; ++edge) {
        counts.push_back(10 + rank + 100 * edge);
        places.push_back(0);
        far_places.push_back(0);
    }
    const std::vector<int> most(static_cast<std::size_t>(sources), 2000);
    const std::vector<int> in_places(static_cast<std::size_t>(sources), 0);
    const std::vector<MPI_Aint> far_in_places(static_cast<std::size_t>(sources), 0);
    const std::vector<MPI_Datatype> in_types(static_cast<std::size_t>(sources), MPI_INT);
    MPI_Request request = MPI_REQUEST_NULL;
    for (int round = 0; round < rounds; ++round) {
        MPI_Neighbor_allgather(out.data(), 64, MPI_CHAR, in.data(), 64, MPI_CHAR, comm);
        MPI_Ineighbor_alltoall(out.data(), 3, MPI_DOUBLE, in.data(), 3, MPI_DOUBLE, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Neighbor_alltoallv(out.data(), counts.data(), places.data(), MPI_INT, in.data(), most.data(),
                               in_places.data(), MPI_INT, comm);
        MPI_Ineighbor_alltoallv(out.data(), counts.data(), places.data(), MPI_INT, in.data(), most.data(),
                                in_places.data(), MPI_INT, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Neighbor_alltoallw(out.data(), counts.data(), far_places.data(), types.data(), in.data(),
                               most.data(), far_in_places.data(), in_types.data(), comm);
        MPI_Ineighbor_alltoallw(out.data(), counts.data(), far_places.data(), types.data(), in.data(),
                                most.data(), far_in_places.data(), in_types.data(), comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Neighbor_allgatherv(out.data(), 7, MPI_INT, in.data(), most.data(), in_places.data(), MPI_INT,
                                comm);
        for (int edge = 0; edge < edges; ++edge) {
            const int receiver = to[static_cast<std::size_t>(edge)];
            note(receiver, 64);
            note(receiver, 24);
            for (int form = 0; form < 4; ++form) note(receiver, 4 * counts[static_cast<std::size_t>(edge)]);
            note(receiver, 28);
        }
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rounds = std::atoi(arguments[1]);
    account.open(std::string(arguments[2]) + '.' + std::to_string(rank));
    MPI_Comm comm = MPI_COMM_NULL;

    const std::array<int, 2> sides{2, 2};
    const std::array<int, 2> periodic{0, 1};
    MPI_Cart_create(MPI_COMM_WORLD, 2, sides.data(), periodic.data(), 0, &comm);
    exchange(comm, {rank < 2 ? -1 : rank - 2, rank < 2 ? rank + 2 : -1, rank ^ 1, rank ^ 1}, 4);
    MPI_Comm_free(&comm);

    if (argument_count > 3) {
        account.close();
        MPI_Finalize();
        return 0;
    }
    // A star: rank 0 has all others.
    const std::array<int, 4> ends{3, 4, 5, 6};
    const std::array<int, 6> edges{1, 2, 3, 0, 0, 0};
    MPI_Graph_create(MPI_COMM_WORLD, 4, ends.data(), edges.data(), 0, &comm);
    exchange(comm, rank == 0 ? std::vector<int>{1, 2, 3} : std::vector<int>{0}, rank == 0 ? 3 : 1);
    MPI_Comm_free(&comm);

    const int right = (rank + 1) % 4;
    const int left = (rank + 3) % 4;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    exchange(comm, {right}, 1);
    MPI_Comm_free(&comm);

    // To the next and to itself.
    const std::array<int, 2> to{right, rank};
    const std::array<int, 2> weights{3, 1};
    const int degree = 2;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, to.data(), weights.data(), MPI_INFO_NULL, 0,
                          &comm);
    exchange(comm, {right, rank}, 2);
    MPI_Comm_free(&comm);
    account.close();
    MPI_Finalize();
    return 0;
}
