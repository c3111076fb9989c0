// SPDX-License-Identifier: Apache-2.0
// A ping-pong as anyone would write it, to compare the tester with: how often, then lengths; for each of
// these a line with the length and half the median round trip in seconds. Two ranks.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace {

using Buffer = std::unique_ptr<char, decltype(&std::free)>;

/// Begins with a page, as the usual benchmarks have it: one that begins within a page may touch a page more,
/// and then a message of two pages takes 13 % longer.
Buffer touched_buffer(int length) {
    constexpr std::size_t page = 4096;
    const std::size_t size = (static_cast<std::size_t>(length) / page + 1) * page;
    Buffer buffer(static_cast<char*>(std::aligned_alloc(page, size)), &std::free);
    std::memset(buffer.get(), 'x', size);
    return buffer;
}

int number(const char* text) {
    return static_cast<int>(std::strtol(text, nullptr, 10));
}

}  // namespace

int main(int argument_count, char** arguments) {
    constexpr int warm_up = 5;
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int repeats = number(arguments[1]);
    for (int argument = 2; argument < argument_count; ++argument) {
        const int length = number(arguments[argument]);
        const Buffer out = touched_buffer(length);
        const Buffer in = touched_buffer(length);
        std::vector<double> times;
        for (int repeat = 0; repeat < warm_up + repeats; ++repeat) {
            const double start = MPI_Wtime();
            if (rank == 0) MPI_Send(out.get(), length, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(in.get(), length, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1) MPI_Send(out.get(), length, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
            if (repeat >= warm_up) times.push_back(MPI_Wtime() - start);
        }
        std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
        if (rank == 0) std::printf("%d %.10g\n", length, times[static_cast<std::size_t>(repeats) / 2] / 2);
    }
    MPI_Finalize();
    return 0;
}
