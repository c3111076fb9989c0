// SPDX-License-Identifier: Apache-2.0
// Preloaded into the simulator, it counts what the ranks ask of MPI. When the last rank has ended it writes
// into the file FABRICMAP_TALLY: the most messages that any rank sent, the most collective calls of any, the
// simulated seconds, and the most memory of the simulator with all its ranks (KiB).
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

namespace {

struct Outliers {
    std::int64_t messages = 0;
    std::int64_t collectives = 0;
};

/// By rank; the simulator's ranks share one process and take turns.
std::map<int, Outliers>& all_calls() {
    static std::map<int, Outliers> calls;
    return calls;
}

Outliers& own_calls() {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return all_calls()[rank];
}

std::string peak_kibibytes() {
    std::ifstream status("/proc/self/status");
    std::string word;
    std::string kibibytes;
    while (status >> word) {
        if (word == "VmHWM:") status >> kibibytes;
    }
    return kibibytes;
}

void write_tally() {
    const char* const path = std::getenv("FABRICMAP_TALLY");
    if (path == nullptr) return;
    Outliers most;
    for (const auto& [rank, calls] : all_calls()) {
        most.messages = std::max(most.messages, calls.messages);
        most.collectives = std::max(most.collectives, calls.collectives);
    }
    std::ofstream(path) << most.messages << ' ' << most.collectives << ' ' << PMPI_Wtime() << ' '
                        << peak_kibibytes() << '\n';
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    ++own_calls().messages;
    return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
    ++own_calls().messages;
    return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request* request) {
    ++own_calls().messages;
    return PMPI_Issend(buffer, count, type, to, tag, comm, request);
}

int MPI_Barrier(MPI_Comm comm) {
    ++own_calls().collectives;
    return PMPI_Barrier(comm);
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    ++own_calls().collectives;
    return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
    ++own_calls().collectives;
    return PMPI_Allreduce(in, out, count, type, operation, comm);
}

int MPI_Finalize() {
    static int ended = 0;
    int ranks = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (++ended == ranks) write_tally();
    return PMPI_Finalize();
}
}
