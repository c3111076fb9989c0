// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/child.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap::lab {
namespace {

sigset_t awaited_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&signals, signal);
    return signals;
}

/// Holds the awaited signals back, to be taken one by one.
class HeldSignals {
  public:
    HeldSignals() { pthread_sigmask(SIG_BLOCK, &signals_, &before_); }
    ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

    [[nodiscard]] int take() const noexcept { return sigwaitinfo(&signals_, nullptr); }
    [[nodiscard]] const sigset_t& before() const noexcept { return before_; }

  private:
    sigset_t signals_ = awaited_signals();
    sigset_t before_{};
};

[[noreturn]] void become(std::vector<char*>& words, const sigset_t& signals, pid_t parent) {
    pthread_sigmask(SIG_SETMASK, &signals, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent) execv(words.front(), words.data());
    _exit(not_started);
}

ChildEnd end_of(int status, bool interrupted) {
    ChildEnd end;
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    // The terminal sends its signal to the child as well, which may be the first to go.
    end.interrupted = interrupted || end.signal == SIGINT || end.signal == SIGTERM || end.signal == SIGHUP;
    return end;
}

ChildEnd await(pid_t child, const HeldSignals& signals) {
    bool interrupted = false;
    while (true) {
        int status = 0;
        if (waitpid(child, &status, WNOHANG) == child) return end_of(status, interrupted);
        const int signal = signals.take();
        if (signal == SIGCHLD || signal < 0) continue;
        // What it has written so far is whole; files it was about to make are the caller's to remove.
        interrupted = true;
        kill(child, SIGKILL);
    }
}

}  // namespace

PassedText::PassedText(const std::string& text) : descriptor_(memfd_create("fabricmap", 0)) {
    if (descriptor_ < 0 ||
        write(descriptor_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        if (descriptor_ >= 0) close(descriptor_);
        throw RunError(
            fmt::format("no memory to pass a text to another program: {}; free some", std::strerror(errno)));
    }
}

PassedText::~PassedText() {
    close(descriptor_);
}

std::string PassedText::path() const {
    return fmt::format("/proc/self/fd/{}", descriptor_);
}

ChildEnd run_child(const std::vector<std::string>& words, const Environment& environment) {
    std::vector<std::string> copies = words;
    std::vector<char*> pointers;
    pointers.reserve(copies.size() + 1);
    for (std::string& word : copies) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);

    const HeldSignals signals;
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) {
        throw RunError(
            fmt::format("{} cannot be started: {}; end other programs", words.front(), std::strerror(errno)));
    }
    if (child == 0) become(pointers, signals.before(), parent);
    return await(child, signals);
}

}  // namespace fabricmap::lab
