// SPDX-License-Identifier: Apache-2.0
// Four threads of each rank send messages around at once, 200 each, on communicators of their own.
#include <mpi.h>

#include <array>
#include <thread>
#include <vector>

namespace {

constexpr int messages = 200;

void exchange(MPI_Comm comm, int thread) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    std::vector<char> out(1000);
    std::vector<char> in(1000);
    for (int number = 0; number < messages; ++number) {
        std::array<MPI_Request, 2> requests{};
        MPI_Irecv(in.data(), 1000, MPI_CHAR, MPI_ANY_SOURCE, 0, comm, requests.data());
        MPI_Isend(out.data(), number + thread, MPI_CHAR, (rank + 1) % size, 0, comm, requests.data() + 1);
        MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    int provided = 0;
    MPI_Init_thread(&argument_count, &arguments, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE) return 1;
    std::array<MPI_Comm, 4> comms{};
    for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back(exchange, comms.at(static_cast<std::size_t>(thread)), thread);
    }
    for (std::thread& thread : threads) thread.join();
    MPI_Finalize();
    return 0;
}
