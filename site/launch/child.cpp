// SPDX-License-Identifier: Apache-2.0
#include "site/launch/child.hpp"

#include "base/errors.hpp"
#include "command_line/program.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fabricmap::site {
namespace {

constexpr int killed_by = 128;
constexpr int cannot_start = 127;
constexpr auto look_every = std::chrono::milliseconds(10);
/// mpirun gives its ranks 2.5 s, and their files are to be closed.
constexpr auto patience = std::chrono::seconds(10);

volatile std::sig_atomic_t signal_has_come = 0;

void note_the_signal(int /*signal*/) {
    signal_has_come = 1;
}

void redirect(Child::Output output) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    if (output == Child::Output::kept) return;
    dup2(output == Child::Output::to_stderr ? STDERR_FILENO : nothing, STDOUT_FILENO);
    if (output == Child::Output::dropped) dup2(nothing, STDERR_FILENO);
}

[[noreturn]] void become(const std::vector<std::string>& words, Child::Output output,
                         const std::filesystem::path& folder, pid_t parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    // It may have died before it was asked for its death.
    if (getppid() != parent) _exit(cannot_start);
    redirect(output);
    restore_signals();
    // Open MPI adds ten lines to the one in which a program says why it ends.
    setenv("OMPI_MCA_orte_execute_quiet", "1", 0);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    if (folder.empty() || chdir(folder.c_str()) == 0) execvp(arguments.front(), arguments.data());
    dprintf(STDERR_FILENO, "fabricmap: %s: cannot be started: %s\n", arguments.front(), std::strerror(errno));
    _exit(cannot_start);
}

}  // namespace

void catch_signals_for_children() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        // One that is ignored from the start, as under nohup, stays so.
        if (std::signal(signal, note_the_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
}

void throw_if_interrupted() {
    if (signal_has_come != 0)
        throw Error(ExitCode::interrupted, "interrupted; what was not finished is removed");
}

Child::Child(const std::vector<std::string>& words, Output output, const std::filesystem::path& folder) {
    const pid_t parent = getpid();
    process_ = fork();
    if (process_ == 0) become(words, output, folder, parent);
    if (process_ < 0)
        throw RunError(fmt::format("{}: cannot be started: {}", words.front(), std::strerror(errno)));
}

Child::~Child() {
    end();
}

std::optional<int> Child::ended() {
    int status = 0;
    if (!code_ && waitpid(process_, &status, WNOHANG) == process_)
        code_ = WIFEXITED(status) ? WEXITSTATUS(status) : killed_by + WTERMSIG(status);
    return code_;
}

int Child::wait(std::chrono::seconds limit) {
    const auto until = std::chrono::steady_clock::now() + limit;
    while (!ended()) {
        if (signal_has_come != 0 || std::chrono::steady_clock::now() > until) end();
        std::this_thread::sleep_for(look_every);
    }
    throw_if_interrupted();
    return *code_;
}

void Child::end() noexcept {
    if (code_) return;
    kill(process_, SIGTERM);
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!ended() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(look_every);
    // And what it has left in its group.
    kill(-process_, SIGKILL);
    while (!ended()) std::this_thread::sleep_for(look_every);
}

void throw_ended(std::string_view program, int code) {
    throw Error(code <= static_cast<int>(ExitCode::file) ? static_cast<ExitCode>(code) : ExitCode::failure,
                fmt::format("{} ended with code {}: the message above says why", program, code));
}

}  // namespace fabricmap::site
