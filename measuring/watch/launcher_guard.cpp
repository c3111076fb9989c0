// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/launcher_guard.hpp"

#include "measuring/watch/rank_board.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds look_every{20};
// Between asking mpirun to end and ending it: one on busy cores needs seconds.
constexpr milliseconds time_after_asking{5000};
// The guard only has to read a byte and leave; one that is stopped is not waited for.
constexpr milliseconds time_to_end_well{100};
// For kernels that cannot close all at once.
constexpr unsigned max_descriptors = 65536;

void pause_for(milliseconds time) noexcept {
    usleep(static_cast<useconds_t>(std::chrono::microseconds(time).count()));
}

/// Whether a process of that number is one of Open MPI's launchers: mpirun, or mpirun.openmpi where MPICH has
/// that name.
bool is_mpirun(pid_t process) noexcept {
    std::array<char, 32> path{};
    std::snprintf(path.data(), path.size(), "/proc/%d/comm", process);
    const int file = open(path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    std::array<char, 16> name{};
    const ssize_t size = read(file, name.data(), name.size());
    close(file);
    const std::string_view line(name.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    const std::string_view program = line.substr(0, line.find_first_of(".\n"));
    return program == "mpirun" || program == "mpiexec" || program == "orterun";
}

bool is_first_of_host() noexcept {
    const char* const rank = std::getenv("OMPI_COMM_WORLD_LOCAL_RANK");
    return rank != nullptr && rank == std::string_view("0");
}

/// The launcher takes a rank for alive as long as somebody holds its pipes and sockets.
void close_all_but(int kept) noexcept {
    const auto wanted = static_cast<unsigned>(kept);
    const bool closed = (wanted == 0 || syscall(SYS_close_range, 0U, wanted - 1, 0U) == 0) &&
                        syscall(SYS_close_range, wanted + 1, ~0U, 0U) == 0;
    for (unsigned descriptor = 0; !closed && descriptor < max_descriptors; ++descriptor) {
        if (descriptor != wanted) close(static_cast<int>(descriptor));
    }
}

bool has_ended_well(int from_rank) noexcept {
    char word = 0;
    ssize_t size = 0;
    do {
        size = read(from_rank, &word, 1);
    } while (size < 0 && errno == EINTR);
    return size == 1;
}

/// Whether mpirun has ended within the time.
bool has_ended(pid_t launcher, milliseconds time) noexcept {
    for (auto left = time; left.count() > 0 && is_mpirun(launcher); left -= look_every) pause_for(look_every);
    return !is_mpirun(launcher);
}

[[noreturn]] void guard(pid_t launcher, int from_rank, milliseconds time) noexcept {
    setsid();
    prctl(PR_SET_NAME, "launcher_guard");
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
    close_all_but(from_rank);
    if (has_ended_well(from_rank) || has_ended(launcher, time)) _exit(0);
    kill(launcher, SIGTERM);
    if (!has_ended(launcher, time_after_asking)) kill(launcher, SIGKILL);
    _exit(0);
}

}  // namespace

LauncherGuard::LauncherGuard() noexcept {
    const pid_t launcher = getppid();
    std::array<int, 2> ends{};
    if (!is_first_of_host() || !is_mpirun(launcher) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return;
    const milliseconds time = time_to_end + RankBoard::ranks_of_job() * time_of_a_rank;
    process_ = fork();
    if (process_ == 0) {
        close(ends[1]);
        guard(launcher, ends[0], time);
    }
    close(ends[0]);
    to_guard_ = ends[1];
}

LauncherGuard::~LauncherGuard() {
    if (to_guard_ < 0) return;
    // It may be gone, which must not end this rank by SIGPIPE.
    [[maybe_unused]] const auto sent = send(to_guard_, "w", 1, MSG_NOSIGNAL);
    close(to_guard_);
    constexpr milliseconds step{1};
    for (auto left = time_to_end_well; left.count() > 0 && process_ > 0; left -= step) {
        if (waitpid(process_, nullptr, WNOHANG) != 0) return;
        pause_for(step);
    }
}

}  // namespace fabricmap
