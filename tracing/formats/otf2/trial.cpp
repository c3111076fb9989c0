// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/otf2/trial.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

constexpr char went_well = 'k';
constexpr char was_refused = 'r';
/// Of CPU time: damage may lead the library round in circles.
constexpr rlim_t max_trial_s = 600;

/// Whatever the library says of its end, it says it to nobody.
void prepare_for_the_worst() {
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) std::signal(number, SIG_DFL);
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const rlimit cpu_time{max_trial_s, max_trial_s + 1};
    setrlimit(RLIMIT_CPU, &cpu_time);
}

[[noreturn]] void try_to(const std::function<void()>& read, int result) {
    std::string report(1, went_well);
    try {
        prepare_for_the_worst();
        read();
    } catch (const FileError& error) {
        report = was_refused + std::string(error.what());
    } catch (...) {
        report.clear();
    }
    const ssize_t written = write(result, report.data(), report.size());
    _exit(written >= 0 ? 0 : 1);
}

std::string received_from(int result) {
    std::string report;
    std::array<char, 4096> piece{};
    for (;;) {
        const ssize_t got = read(result, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return report;
        report.append(piece.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace

void require_survivable_archive(const std::filesystem::path& anchor, const std::function<void()>& read) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error(anchor, "open", errno);
    const pid_t trial = fork();
    if (trial == 0) try_to(read, ends[1]);
    const int error = errno;
    close(ends[1]);
    const std::string report = trial < 0 ? "" : received_from(ends[0]);
    close(ends[0]);
    if (trial < 0) throw system_error(anchor, "start a process that looks into the archive", error);
    while (waitpid(trial, nullptr, 0) < 0 && errno == EINTR) continue;
    if (report.empty()) {
        throw FileError(
            fmt::format("{}: the archive is damaged: the library of OTF2 cannot read it", anchor.string()));
    }
    if (report.front() == was_refused) throw FileError(report.substr(1));
}

}  // namespace fabricmap::tracing
