// SPDX-License-Identifier: Apache-2.0
// Finalizes MPI after main, in the destructor of an object that was there before it, and calls meanwhile.
#include <mpi.h>

#include <cstdio>

namespace {

struct Guard {
    bool has_begun = false;
    Guard() noexcept = default;
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() {
        if (!has_begun) return;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
    }
};

Guard guard;

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    guard.has_begun = true;
    MPI_Barrier(MPI_COMM_WORLD);
    std::puts("done");
    return 0;
}
