// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sched.h>

/// What the interposed libraries share. Each is preloaded into the tester by a test that knows what it must
/// show.
namespace fabricmap::interposers {

/// A number that the test gives through the environment; -1 where it gives none.
inline std::int64_t given_number(const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? -1 : std::strtoll(text, nullptr, 10);
}

/// All communicators of the tester have the ranks of this one.
inline int own_rank() {
    int rank = -1;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

inline std::int64_t bytes_of(int count, MPI_Datatype type) {
    MPI_Count size = 0;
    PMPI_Type_size_x(type, &size);
    return count * size;
}

/// Waits awake, but lets others have the core: a link that is slow does not keep the ranks beside it from
/// working.
inline void spin_for(std::chrono::microseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) sched_yield();
}

/// A message on its way: what its request was made with.
struct Message {
    bool incoming = false;
    void* buffer = nullptr;
    std::int64_t bytes = 0;
    int peer = MPI_ANY_SOURCE;
};

/// The messages whose requests are open, by request. A handle that MPI uses anew replaces its entry.
using OpenMessages = std::map<MPI_Request, Message>;

}  // namespace fabricmap::interposers
