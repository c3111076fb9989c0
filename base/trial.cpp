// SPDX-License-Identifier: Apache-2.0
#include "base/trial.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

// What the trial sends; a message that is sent ends with nothing else.
constexpr char survived = 'k';
constexpr char refused = 'r';

/// Its output is discarded, and its end leaves no core file.
void isolate_child(std::chrono::seconds cpu_time) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a program that ends at once has no more use for it
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGINT, SIGTERM})
        std::signal(number, SIG_DFL);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const auto seconds = static_cast<rlim_t>(cpu_time.count());
    const rlimit limit{seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &limit);
}

[[noreturn]] void try_and_report(std::chrono::seconds cpu_time, const std::function<void()>& action,
                                 int result) {
    std::string report(1, survived);
    try {
        isolate_child(cpu_time);
        action();
    } catch (const FileError& error) {
        report = refused + std::string(error.what());
    } catch (const std::exception&) {
        // Is thrown again where there is someone to tell.
    }
    const ssize_t written = ::write(result, report.data(), report.size());
    _exit(std::cmp_equal(written, report.size()) ? 0 : 1);
}

/// All that comes until the other end is closed.
std::string receive(int result) {
    std::string report;
    std::array<char, 4096> piece{};
    for (;;) {
        const ssize_t got = ::read(result, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return report;
        report.append(piece.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace

bool survives(const std::filesystem::path& path, std::chrono::seconds cpu_time,
              const std::function<void()>& action) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error(path, "open", errno);
    const pid_t trial = fork();
    if (trial == 0) try_and_report(cpu_time, action, ends[1]);
    const int error = errno;
    ::close(ends[1]);
    const std::string report = trial < 0 ? "" : receive(ends[0]);
    ::close(ends[0]);
    if (trial < 0) throw system_error(path, "start a process that looks into the file", error);
    // Where the program ignores ended children there is nothing to wait for.
    while (waitpid(trial, nullptr, 0) < 0 && errno == EINTR) continue;
    if (!report.empty() && report.front() == refused) throw FileError(report.substr(1));
    return !report.empty();
}

}  // namespace fabricmap
