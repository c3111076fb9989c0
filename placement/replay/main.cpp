// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "placement/replay/commands.hpp"

#include <mpi.h>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    const int code =
        fabricmap::placement::run_replay(fabricmap::words_of(argument_count, arguments), MPI_COMM_WORLD);
    MPI_Finalize();
    return code;
}
