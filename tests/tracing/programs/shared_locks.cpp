// SPDX-License-Identifier: Apache-2.0
// Accesses under MPI_Win_lock_all that are completed by the calls of the flush family, with sleeps between,
// and under a shared lock of one rank. Keeps account of its calls: a line "FUNCTION LINE BYTES" each, in the
// file ARGUMENT.RANK.
#include <mpi.h>

#include <array>
#include <fstream>
#include <string>
#include <unistd.h>

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

void sleep_20_ms() {
    usleep(20'000);
}

std::array<int, 8> own{};
std::array<int, 8> out{};
std::array<int, 8> in{};

// A call and its note are to stand on one line.
// clang-format off
void lock_all(MPI_Win window) {
    MPI_Win_lock_all(0, window); note("MPI_Win_lock_all", __LINE__);
    MPI_Put(out.data(), 1, MPI_INT, right(), 0, 1, MPI_INT, window); note("MPI_Put", __LINE__, 4);
    MPI_Put(out.data(), 2, MPI_INT, left(), 0, 2, MPI_INT, window); note("MPI_Put", __LINE__, 8);
    sleep_20_ms();
    // None of these says that an access has arrived.
    MPI_Win_flush_local(right(), window); note("MPI_Win_flush_local", __LINE__);
    MPI_Win_flush_local_all(window); note("MPI_Win_flush_local_all", __LINE__);
    sleep_20_ms();
    MPI_Win_flush(right(), window); note("MPI_Win_flush", __LINE__);
    sleep_20_ms();
    MPI_Win_flush_all(window); note("MPI_Win_flush_all", __LINE__);
    MPI_Get(in.data(), 4, MPI_INT, right(), 0, 4, MPI_INT, window); note("MPI_Get", __LINE__, 16);
    MPI_Accumulate(out.data(), 3, MPI_INT, left(), 0, 3, MPI_INT, MPI_SUM, window); note("MPI_Accumulate", __LINE__, 12);
    MPI_Win_sync(window); note("MPI_Win_sync", __LINE__);
    sleep_20_ms();
    MPI_Win_unlock_all(window); note("MPI_Win_unlock_all", __LINE__);
}

void lock_one(MPI_Win window) {
    MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, window); note("MPI_Win_lock", __LINE__);
    MPI_Put(out.data(), 5, MPI_INT, right(), 0, 5, MPI_INT, window); note("MPI_Put", __LINE__, 20);
    MPI_Win_flush(right(), window); note("MPI_Win_flush", __LINE__);
    MPI_Put(out.data(), 6, MPI_INT, right(), 0, 6, MPI_INT, window); note("MPI_Put", __LINE__, 24);
    MPI_Win_unlock(right(), window); note("MPI_Win_unlock", __LINE__);
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments); const int line_of_init = __LINE__;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    account.open(std::string(arguments[1]) + '.' + std::to_string(rank));
    note("MPI_Init", line_of_init);
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_create(own.data(), sizeof own, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window); note("MPI_Win_create", __LINE__, sizeof own);
    lock_all(window);
    MPI_Barrier(MPI_COMM_WORLD); note("MPI_Barrier", __LINE__);
    lock_one(window);
    MPI_Win_free(&window); note("MPI_Win_free", __LINE__);
    account << std::flush;
    MPI_Finalize(); note("MPI_Finalize", __LINE__);
    return 0;
}
