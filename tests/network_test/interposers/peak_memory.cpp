// SPDX-License-Identifier: Apache-2.0
// At its end each rank appends the most memory that it ever had (KiB, the system's VmHWM) to the file
// FABRICMAP_PEAKS, a line a rank.
#include <mpi.h>

#include <cstdlib>
#include <fstream>
#include <string>

extern "C" int MPI_Finalize() {
    std::ifstream status("/proc/self/status");
    std::string word;
    std::string kibibytes;
    while (status >> word) {
        if (word == "VmHWM:") status >> kibibytes;
    }
    const char* const peaks = std::getenv("FABRICMAP_PEAKS");
    if (peaks != nullptr) std::ofstream(peaks, std::ios::app) << kibibytes + "\n";
    return PMPI_Finalize();
}
