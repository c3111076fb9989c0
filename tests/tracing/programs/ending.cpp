// SPDX-License-Identifier: Apache-2.0
// Ten barriers, then at once the end that the argument names, with code 3.
#include <mpi.h>

#include <cstdlib>
#include <string_view>

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    for (int number = 0; number < 10; ++number) MPI_Barrier(MPI_COMM_WORLD);
    const std::string_view end = count > 1 ? arguments[1] : "";
    if (end == "MPI_Abort") MPI_Abort(MPI_COMM_WORLD, 3);
    if (end == "PMPI_Abort") PMPI_Abort(MPI_COMM_WORLD, 3);
    if (end == "quick_exit") std::quick_exit(3);
    if (end == "exit") std::exit(3);
    return 1;
}
