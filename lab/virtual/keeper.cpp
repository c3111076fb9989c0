// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/keeper.hpp"

#include "lab/virtual/host.hpp"
#include "lab/virtual/switch.hpp"
#include "lab/virtual/system_error.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace fabricmap::lab {
namespace {

constexpr int cannot_start = 127;
constexpr int signalled = 128;

void send_report(const FileDescriptor& control, char what, const std::string& text) {
    const std::string message = what + text;
    // Nobody is left to be told where this fails.
    (void)!send(control.get(), message.data(), message.size(), MSG_NOSIGNAL);
}

void name_process(std::string_view name) {
    prctl(PR_SET_NAME, std::string(name).c_str());
}

pid_t start_switch(std::vector<FileDescriptor> taps, const SwitchSettings& settings,
                   const FileDescriptor& control) {
    const pid_t process = require(fork(), "starting the switch");
    if (process != 0) return process;
    name_process("lab-switch");
    try {
        raise_priority();
        Switch(std::move(taps), settings).run();
    } catch (const std::exception& error) {
        send_report(control, error_report, error.what());
    }
    _exit(EXIT_FAILURE);
}

void become(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    std::signal(SIGXFSZ, SIG_DFL);  // network_lab ignores it
    execvp(arguments.front(), arguments.data());
}

/// The streams of a starter that ends would not end with it.
void write_to_log() {
    constexpr mode_t mode = 0644;
    const FileDescriptor log(
        require(open(log_file().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode), "opening a log"));
    dup2(log.get(), STDOUT_FILENO);
    dup2(log.get(), STDERR_FILENO);
}

void prepare_for_command(const ClusterPlan& plan) {
    enter_host(plan.host_names.front());
    const FileDescriptor nothing(require(open("/dev/null", O_RDONLY | O_CLOEXEC), "opening /dev/null"));
    dup2(nothing.get(), STDIN_FILENO);
    // Where Open MPI keeps the files of a job; the path is short, as those of sockets must be.
    setenv("TMPDIR", std::string(private_folder).c_str(), 1);
    setenv("FABRICMAP_LAB_NETWORKS", network_folder().c_str(), 1);
    // What else this machine does must not be taken for the network; where that may not be, it goes without.
    constexpr int before_others = -20;
    if (!plan.stays) (void)setpriority(PRIO_PROCESS, 0, before_others);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

pid_t start_command(const ClusterPlan& plan, const FileDescriptor& control) {
    const pid_t process = require(fork(), "starting the command");
    if (process != 0) return process;
    try {
        prepare_for_command(plan);
        become(plan.command);
        require(-1, "starting " + plan.command.front());
    } catch (const std::exception& error) {
        send_report(control, error_report, error.what());
    }
    _exit(cannot_start);
}

FileDescriptor watch_signals() {
    sigset_t watched;
    sigemptyset(&watched);
    for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched, signal);
    sigprocmask(SIG_BLOCK, &watched, nullptr);
    return FileDescriptor(require(signalfd(-1, &watched, SFD_CLOEXEC), "watching signals"));
}

int exit_code_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
}

/// What the command ended with, where it has ended. Orphans of the cluster are this process's children too.
std::optional<int> reap(pid_t command, pid_t network) {
    int status = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (ended == command) return exit_code_of(status);
        if (ended == network) throw RunError("virtual cluster: its switch ended before its command");
    }
    return std::nullopt;
}

/// Waits for the command's end, and sees to it where it is wanted.
class Watch {
  public:
    /// `control` is not watched where it is -1.
    Watch(int control, const FileDescriptor& signals, pid_t command, pid_t network)
        : watched_{pollfd{control, POLLIN, 0}, pollfd{signals.get(), POLLIN, 0}},
          command_(command),
          network_(network) {}

    /// The command's exit code, 128 + the signal's number where one ended it or has to.
    int wait() {
        while (true) {
            const int ready = poll(watched_.data(), watched_.size(), is_ending_ ? patience_ms : -1);
            if (is_ending_ && ready == 0) return signalled + SIGKILL;
            if (watched_[0].revents != 0 && take_order() == ends_at_once) return signalled + SIGKILL;
            if (watched_[1].revents == 0) continue;
            take_signal();
            if (const auto exit_code = reap(command_, network_)) return *exit_code;
        }
    }

  private:
    /// How long an orderly end may take: mpirun gives its ranks 2.5 s.
    static constexpr int patience_ms = 10'000;

    void end_command() {
        // Asked for twice within five seconds mpirun leaves at once, and its ranks are killed before they
        // have tidied up. Where the starter is killed two tell of it: the end of `control`, and its death's
        // signal.
        if (!is_ending_) kill(command_, SIGTERM);
        is_ending_ = true;
    }

    char take_order() {
        char order = 0;
        // The one who gives orders is gone: nobody waits for the command any more.
        if (recv(watched_[0].fd, &order, 1, 0) <= 0) watched_[0].fd = -1;
        end_command();
        return order;
    }

    void take_signal() {
        signalfd_siginfo signal{};
        if (read(watched_[1].fd, &signal, sizeof signal) < 0) return;
        if (signal.ssi_signo != SIGCHLD) end_command();
    }

    std::array<pollfd, 2> watched_;
    pid_t command_;
    pid_t network_;
    bool is_ending_ = false;
};

/// Ends every other process of the cluster, then removes what the command may have left half made.
void clean_up(const ClusterPlan& plan) {
    constexpr pid_t first_process = 1;
    if (getpid() != first_process) return;
    kill(-1, SIGKILL);
    while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
    }
    std::error_code gone;
    for (const auto& file : plan.unfinished_files) std::filesystem::remove(file, gone);
}

int run(const ClusterPlan& plan, const FileDescriptor& control) {
    const FileDescriptor signals = watch_signals();
    // Beside the end of `control`, which tells the same.
    if (!plan.stays) prctl(PR_SET_PDEATHSIG, SIGTERM);
    mount_private_folders(plan);
    if (plan.stays) write_to_log();
    const pid_t network = start_switch(create_hosts(plan), plan.network, control);
    const pid_t command = start_command(plan, control);
    return Watch(plan.stays ? -1 : control.get(), signals, command, network).wait();
}

}  // namespace

void keep(const ClusterPlan& plan, FileDescriptor control) {
    name_process(keeper_name);
    // The interrupt key of a terminal is for the process that wants the cluster, which asks for an orderly
    // end then.
    setsid();
    char what = end_report;
    std::string text;
    try {
        text = std::to_string(run(plan, control));
    } catch (const std::exception& error) {
        what = error_report;
        text = error.what();
    }
    clean_up(plan);
    send_report(control, what, text);
    _exit(EXIT_SUCCESS);
}

}  // namespace fabricmap::lab
