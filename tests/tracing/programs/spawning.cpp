// SPDX-License-Identifier: Apache-2.0
// Two ranks start two processes of this program, by one command or, with the argument "multiple", by two, and
// broadcast a number to them and get one back. The second of two commands has a variable of its own in its
// environment.
#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

/// Only the root's commands and infos are looked at: those of the other rank are none.
MPI_Comm spawn_by_two_commands(char* program, int rank) {
    std::array<char*, 2> commands{program, program};
    std::array<int, 2> counts{1, 1};
    std::array<MPI_Info, 2> infos{MPI_INFO_NULL, reinterpret_cast<MPI_Info>(std::intptr_t{8})};
    if (rank == 0) {
        MPI_Info_create(&infos[1]);
        MPI_Info_set(infos[1], "env", "ADDED=100");
    }
    MPI_Comm others = MPI_COMM_NULL;
    MPI_Comm_spawn_multiple(2, commands.data(), MPI_ARGVS_NULL, counts.data(), infos.data(), 0,
                            MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    if (rank == 0) MPI_Info_free(&infos[1]);
    return others;
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm others = MPI_COMM_NULL;
    MPI_Comm_get_parent(&others);
    const bool is_child = others != MPI_COMM_NULL;
    int value = 7;
    if (!is_child && argument_count > 1) others = spawn_by_two_commands(arguments[0], rank);
    if (!is_child) {
        if (argument_count == 1) {
            MPI_Comm_spawn(arguments[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others,
                           MPI_ERRCODES_IGNORE);
        }
        MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, others);
        MPI_Recv(&value, 1, MPI_INT, rank, 0, others, MPI_STATUS_IGNORE);
        std::printf("%d got %d\n", rank, value);
    } else {
        value = 0;
        MPI_Bcast(&value, 1, MPI_INT, 0, others);
        value += rank;
        if (const char* const added = std::getenv("ADDED")) value += std::atoi(added);
        MPI_Send(&value, 1, MPI_INT, rank, 0, others);
    }
    MPI_Comm_disconnect(&others);
    MPI_Finalize();
    return 0;
}
