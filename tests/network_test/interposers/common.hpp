// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sched.h>
#include <sys/prctl.h>
#include <thread>

/// What the interposed libraries share. Each is preloaded into the tester by a test that knows what it must
/// show.
namespace fabricmap::interposers {

/// A number that the test gives through the environment; `otherwise` where it gives none.
inline std::int64_t given_number(const char* name, std::int64_t otherwise = -1) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoll(text, nullptr, 10);
}

/// FABRICMAP_SLOW_US: how slow a rank is; long against what a message takes.
inline std::chrono::microseconds slow_time() {
    static const std::chrono::microseconds time(given_number("FABRICMAP_SLOW_US", 300));
    return time;
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

/// Works, but lets others have the core.
inline void spin_for(std::chrono::microseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) sched_yield();
}

/// Lets others have the core, and is back in time: a real-time process (tests/ahead_of_others) by staying
/// awake, as it gives way to none but the ranks beside it; any other one by sleeping, as it would wait for a
/// time slice of whatever keeps the core busy.
inline void wait_for(std::chrono::microseconds time) {
    static const bool is_real_time = sched_getscheduler(0) != SCHED_OTHER;
    static const int precise = prctl(PR_SET_TIMERSLACK, 1);
    static_cast<void>(precise);
    if (is_real_time) {
        spin_for(time);
    } else {
        std::this_thread::sleep_for(time);
    }
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
