// SPDX-License-Identifier: Apache-2.0
#include "network_test/watch/launcher.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace fabricmap::network_test {
namespace {

constexpr auto look_every = std::chrono::milliseconds(20);
// For kernels that cannot close all at once.
constexpr int most_descriptors = 65536;

/// Whether a process of that number is one of Open MPI's launchers.
bool is_mpirun(pid_t process) noexcept {
    std::array<char, 32> path{};
    std::snprintf(path.data(), path.size(), "/proc/%d/comm", process);
    const int file = open(path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    std::array<char, 16> name{};
    const ssize_t size = read(file, name.data(), name.size());
    close(file);
    const std::string_view line(name.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return line == "mpirun\n" || line == "mpiexec\n" || line == "orterun\n";
}

}  // namespace

void end_launcher_after(std::chrono::milliseconds time) noexcept {
    const pid_t launcher = getppid();
    // What follows the fork calls nothing that might wait for a lock of another thread.
    if (!is_mpirun(launcher) || fork() != 0) return;
    setsid();
    // The launcher takes a rank for alive as long as somebody holds its pipes and sockets.
    if (syscall(SYS_close_range, 0U, ~0U, 0U) != 0) {
        for (int descriptor = 0; descriptor < most_descriptors; ++descriptor) close(descriptor);
    }
    for (auto left = time; left.count() > 0; left -= look_every) {
        if (!is_mpirun(launcher)) _exit(0);
        usleep(static_cast<useconds_t>(std::chrono::microseconds(look_every).count()));
    }
    if (is_mpirun(launcher)) kill(launcher, SIGKILL);
    _exit(0);
}

}  // namespace fabricmap::network_test
