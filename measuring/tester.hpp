// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"
#include "netcdf_schema/run/message_memory.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace fabricmap {

/// How long a job may make no progress before it is aborted.
struct Timeouts {
    std::chrono::seconds timeout{30};         ///< in a step that ranks take together
    std::chrono::seconds start_timeout{300};  ///< while MPI starts
};

/// A program that measures on all ranks of a job.
struct Tester {
    const char* name;  ///< stands before its messages
    /// What the arguments say of it; the defaults where they cannot be read. For the time before all ranks
    /// know rank 0's arguments.
    Timeouts (*timeouts)(const std::vector<std::string>& arguments);
    /// Called by all ranks together. Errors are thrown on all of them alike.
    ExitCode (*run)(const Session& session, Watchdog& watchdog, const std::vector<std::string>& arguments);
    /// The kind of device that the arguments ask for, which is opened before MPI starts; host memory where
    /// they cannot be read. Null for testers that take none.
    MemoryKind (*device)(const std::vector<std::string>& arguments) = nullptr;
};

/// The main function of a tester: MPI begins and ends in it, under a watchdog, and what the tester throws
/// becomes one line and an exit code.
[[nodiscard]] int run_tester(const Tester& tester, int argument_count, char** arguments);

}  // namespace fabricmap
