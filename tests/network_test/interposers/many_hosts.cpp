// SPDX-License-Identifier: Apache-2.0
// Ranks of this machine seem to lie on the hosts of the list FABRICMAP_HOSTS, "a a b c", each on the one that
// stands at its place.
#include <mpi.h>

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

extern "C" int MPI_Get_processor_name(char* name, int* length) {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char* const list = std::getenv("FABRICMAP_HOSTS");
    std::istringstream hosts(list == nullptr ? "" : list);
    std::string host;
    for (int place = 0; place <= rank; ++place) hosts >> host;
    std::strcpy(name, host.c_str());
    *length = static_cast<int>(host.size());
    return MPI_SUCCESS;
}
