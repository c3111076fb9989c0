// SPDX-License-Identifier: Apache-2.0
// Calls many functions of MPI, and keeps account of its calls: a line "FUNCTION LINE BYTES" each, in the file
// ARGUMENT.RANK.
#include <mpi.h>

#include <array>
#include <fstream>
#include <string>
#include <vector>

namespace {

std::ofstream account;
int rank = 0;
int size = 0;

void note(const char* function, int line, long bytes = 0) {
    account << function << ' ' << line << ' ' << bytes << '\n';
}

int right() {
    return (rank + 1) % size;
}
int left() {
    return (rank + size - 1) % size;
}

// A call and its note are to stand on one line.
// clang-format off
void exchange_messages() {
    std::array<double, 4> out{};
    std::array<double, 4> in{};
    std::array<MPI_Request, 2> requests{};
    MPI_Request* const both = requests.data();
    for (int round = 0; round < 10; ++round) {
        MPI_Irecv(in.data(), 4, MPI_DOUBLE, left(), MPI_ANY_TAG, MPI_COMM_WORLD, both); note("MPI_Irecv", __LINE__);
        MPI_Send(out.data(), 3, MPI_DOUBLE, right(), round, MPI_COMM_WORLD); note("MPI_Send", __LINE__, 24);
        MPI_Wait(both, MPI_STATUS_IGNORE); note("MPI_Wait", __LINE__);
        MPI_Irecv(in.data(), 4, MPI_DOUBLE, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, both); note("MPI_Irecv", __LINE__);
        MPI_Isend(out.data(), 4, MPI_DOUBLE, right(), 7, MPI_COMM_WORLD, both + 1); note("MPI_Isend", __LINE__, 32);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE); note("MPI_Waitall", __LINE__);
        MPI_Sendrecv(out.data(), 1, MPI_DOUBLE, right(), 1, in.data(), 4, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); note("MPI_Sendrecv", __LINE__, 8);
    }
}

void poll() {
    char byte = 0;
    MPI_Request send = MPI_REQUEST_NULL;
    MPI_Request receive = MPI_REQUEST_NULL;
    MPI_Isend(&byte, 1, MPI_CHAR, right(), 3, MPI_COMM_WORLD, &send); note("MPI_Isend", __LINE__, 1);
    for (int found = 0; found == 0;) {
        MPI_Iprobe(left(), 3, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE); note("MPI_Iprobe", __LINE__);
    }
    MPI_Irecv(&byte, 1, MPI_CHAR, left(), 3, MPI_COMM_WORLD, &receive); note("MPI_Irecv", __LINE__);
    for (int done = 0; done == 0;) {
        MPI_Test(&receive, &done, MPI_STATUS_IGNORE); note("MPI_Test", __LINE__);
    }
    MPI_Wait(&send, MPI_STATUS_IGNORE); note("MPI_Wait", __LINE__);
}

void start_persistent() {
    std::array<int, 2> values{};
    std::array<MPI_Request, 2> requests{};
    MPI_Send_init(values.data(), 1, MPI_INT, right(), 4, MPI_COMM_WORLD, requests.data()); note("MPI_Send_init", __LINE__);
    MPI_Recv_init(values.data() + 1, 1, MPI_INT, left(), 4, MPI_COMM_WORLD, requests.data() + 1); note("MPI_Recv_init", __LINE__);
    for (int round = 0; round < 3; ++round) {
        MPI_Startall(2, requests.data()); note("MPI_Startall", __LINE__);
        MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE); note("MPI_Waitall", __LINE__);
    }
    for (MPI_Request& request : requests) {
        MPI_Request_free(&request); note("MPI_Request_free", __LINE__);
    }
}

void take_part(MPI_Comm comm) {
    std::vector<int> values(static_cast<std::size_t>(size), rank);
    std::vector<int> others(values);
    int value = 0;
    MPI_Barrier(comm); note("MPI_Barrier", __LINE__);
    MPI_Bcast(&value, 1, MPI_INT, 0, comm); note("MPI_Bcast", __LINE__, rank == 0 ? 4 : 0);
    MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_SUM, comm); note("MPI_Allreduce", __LINE__, 4);
    MPI_Allgather(&rank, 1, MPI_INT, others.data(), 1, MPI_INT, comm); note("MPI_Allgather", __LINE__, 4);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(comm, &request); note("MPI_Ibarrier", __LINE__);
    MPI_Wait(&request, MPI_STATUS_IGNORE); note("MPI_Wait", __LINE__);
}

void access_window() {
    std::array<int, 8> memory{};
    const int value = rank;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_create(memory.data(), sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window); note("MPI_Win_create", __LINE__, sizeof memory);
    MPI_Win_fence(0, window); note("MPI_Win_fence", __LINE__);
    MPI_Put(&value, 1, MPI_INT, right(), 0, 1, MPI_INT, window); note("MPI_Put", __LINE__, 4);
    MPI_Win_fence(0, window); note("MPI_Win_fence", __LINE__);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, window); note("MPI_Win_lock", __LINE__);
    MPI_Accumulate(&value, 1, MPI_INT, right(), 1, 1, MPI_INT, MPI_SUM, window); note("MPI_Accumulate", __LINE__, 4);
    MPI_Win_unlock(right(), window); note("MPI_Win_unlock", __LINE__);
    MPI_Win_free(&window); note("MPI_Win_free", __LINE__);
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    const int line_of_init = __LINE__ - 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    account.open(std::string(arguments[1]) + '.' + std::to_string(rank));
    note("MPI_Init", line_of_init);
    exchange_messages();
    poll();
    start_persistent();
    take_part(MPI_COMM_WORLD);
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy); note("MPI_Comm_dup", __LINE__);
    take_part(copy);
    MPI_Comm_free(&copy); note("MPI_Comm_free", __LINE__);
    access_window();
    // Whoever ends first ends the others, as it has failed by its exit code.
    note("MPI_Finalize", __LINE__ + 2);
    account.close();
    MPI_Finalize();
    return 5;
}
