// SPDX-License-Identifier: Apache-2.0
// Sends messages around and looks for one that never comes until it is killed, and shows in the file
// ARGUMENT.RANK, which it maps, how many calls it has made by when: pairs of CLOCK_MONOTONIC in nanoseconds
// and the number of calls, one each tenth of a second.
#include <mpi.h>

#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr std::size_t max_pairs = 4096;
constexpr std::int64_t between_ns = 100'000'000;

std::int64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int file =
        open((std::string(arguments[1]) + '.' + std::to_string(rank)).c_str(), O_RDWR | O_CREAT, 0600);
    constexpr std::size_t bytes = 2 * max_pairs * sizeof(std::int64_t);
    if (file < 0 || ftruncate(file, bytes) != 0) return 1;
    auto* const pairs =
        static_cast<std::int64_t*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    std::int64_t calls = 1;  // MPI_Init
    std::int64_t next = 0;
    for (std::size_t pair = 0; pair < max_pairs;) {
        int value = 0;
        MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        int found = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
        calls += 2;
        const std::int64_t now = now_ns();
        if (now < next) continue;
        next = now + between_ns;
        pairs[2 * pair + 1] = calls;
        pairs[2 * pair] = now;
        ++pair;
    }
    MPI_Finalize();
    return 0;
}
