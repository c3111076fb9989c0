// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <sys/types.h>

namespace fabricmap {

/// A process beside the first rank that mpirun started on its own host. When that rank ends in another way
/// than by the end of its main function, whoever ended it, and mpirun is still there after a time, the guard
/// kills mpirun: that of Open MPI 4 waits without end for the daemon of a host that it does not reach any
/// more; its other daemons end with it. Does nothing on other ranks and under other launchers.
///
/// To be made before the process has threads.
class LauncherGuard {
  public:
    /// What the launcher has to end the job; longer in large jobs, by their number of ranks.
    static constexpr std::chrono::milliseconds time_to_end{2000};
    static constexpr std::chrono::milliseconds time_of_a_rank{10};

    LauncherGuard() noexcept;
    /// The rank has ended well: the guard leaves.
    ~LauncherGuard();
    LauncherGuard(const LauncherGuard&) = delete;
    LauncherGuard& operator=(const LauncherGuard&) = delete;

  private:
    int to_guard_ = -1;
    pid_t process_ = -1;
};

}  // namespace fabricmap
