// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace fabricmap::network_test {

/// For a rank that is about to end a job that hangs: leaves a process behind that kills mpirun, where that
/// started this rank and is still there after the time. mpirun of Open MPI 4 waits without end for the daemon
/// of a host that it does not reach any more; its other daemons end with it. Does nothing under other
/// launchers.
void end_launcher_after(std::chrono::milliseconds time) noexcept;

}  // namespace fabricmap::network_test
