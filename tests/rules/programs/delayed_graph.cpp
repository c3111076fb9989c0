// SPDX-License-Identifier: Apache-2.0
// Ranks that exchange messages along random graphs, of which one or two are late in each step:
// delayed_graph SEED DELAYS. What is planted is printed by rank 0: rank and phase.
#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Edges = std::vector<std::pair<int, int>>;

int rank = 0;
int size = 0;

void compute(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// Every rank sends to one or two others.
Edges random_edges(std::mt19937& random) {
    Edges edges;
    for (int from = 0; from < size; ++from) {
        for (int message = 0; message < 1 + static_cast<int>(random() % 2); ++message) {
            const int to = static_cast<int>(random() % static_cast<unsigned>(size));
            if (to != from) edges.emplace_back(from, to);
        }
    }
    return edges;
}

std::vector<MPI_Request> begin(const Edges& edges, std::vector<int>& values) {
    std::vector<MPI_Request> requests;
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        const auto [from, to] = edges[edge];
        const int tag = static_cast<int>(edge);
        if (to == rank) {
            requests.push_back(MPI_REQUEST_NULL);
            MPI_Irecv(&values[edge], 1, MPI_INT, from, tag, MPI_COMM_WORLD, &requests.back());
        }
        if (from == rank) MPI_Send(&values[edge], 1, MPI_INT, to, tag, MPI_COMM_WORLD);
    }
    return requests;
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::mt19937 random(static_cast<unsigned>(std::atoi(arguments[1])));
    const int delays = std::atoi(arguments[2]);
    std::vector<std::pair<int, int>> late;
    for (int delay = 0; delay < delays; ++delay)
        late.emplace_back(static_cast<int>(random() % static_cast<unsigned>(size)),
                          static_cast<int>(random() % 2));
    const Edges first = random_edges(random);
    const Edges second = random_edges(random);
    std::vector<int> values(2 * static_cast<std::size_t>(size));
    const auto is_late = [&](int phase) {
        for (const auto& [who, when] : late)
            if (who == rank && when == phase) return true;
        return false;
    };
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < 20; ++step) {
        compute(is_late(0) ? 25 : 5);
        auto requests = begin(first, values);
        MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
        compute(is_late(1) ? 25 : 5);
        requests = begin(second, values);
        MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
        if (step % 5 == 4) MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0) {
        for (const auto& [who, when] : late) std::printf("late %d %d\n", who, when);
    }
    MPI_Finalize();
    return 0;
}
