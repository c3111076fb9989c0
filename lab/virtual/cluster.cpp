// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/cluster.hpp"

#include "lab/virtual/keeper.hpp"
#include "lab/virtual/system_error.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <linux/sched.h>
#include <poll.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace fabricmap::lab {
namespace {

/// As fork(), but the child is the first process of new process, mount and IPC namespaces.
pid_t fork_apart() {
    clone_args how{};
    how.flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC;
    how.exit_signal = SIGCHLD;
    return static_cast<pid_t>(
        require(syscall(SYS_clone3, &how, sizeof how), "making process and mount namespaces"));
}

Cluster::End end_reported(const std::string& message) {
    if (message.empty()) throw RunError("virtual cluster: ended from outside; run it again");
    const std::string text = message.substr(1);
    if (message.front() == error_report) throw RunError(text);
    return {std::stoi(text), false};
}

std::string text_in(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string text;
    std::getline(file, text);
    return text;
}

std::string receive(const FileDescriptor& control) {
    std::array<char, 1024> text{};
    const ssize_t size = recv(control.get(), text.data(), text.size(), 0);
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

}  // namespace

Cluster::Cluster(const ClusterPlan& plan) {
    std::array<int, 2> ends{};
    require(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), "making a pair of sockets");
    control_ = FileDescriptor(ends[0]);
    FileDescriptor other_end(ends[1]);
    keeper_ = fork_apart();
    if (keeper_ != 0) return;
    control_.reset();
    keep(plan, std::move(other_end));
}

Cluster::~Cluster() {
    if (keeper_ < 0) return;
    // The end of the first process is complete when every other process of the cluster has ended.
    kill(keeper_, SIGKILL);
    while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

pid_t Cluster::leave_ready() {
    constexpr int pause_ms = 50;
    const std::filesystem::path root = fmt::format("/proc/{}/root", keeper_);
    std::array<pollfd, 2> watched{pollfd{control_.get(), POLLIN, 0},
                                  pollfd{signals_.descriptor(), POLLIN, 0}};
    while (!std::filesystem::exists(root / ready_file().relative_path())) {
        const std::string failure = text_in(root / failure_file().relative_path());
        if (!failure.empty()) throw RunError("virtual hosts: " + failure);
        (void)poll(watched.data(), watched.size(), pause_ms);
        if (watched[1].revents != 0) throw RunError("virtual hosts: interrupted before they were ready");
        if (watched[0].revents != 0) {
            const End end = end_reported(receive(control_));
            throw RunError(fmt::format("virtual hosts: what keeps them ended with code {}", end.exit_code));
        }
    }
    // The switch is started first.
    std::istringstream children(text_in(fmt::format("/proc/{0}/task/{0}/children", keeper_)));
    pid_t network = 0;
    pid_t command = 0;
    children >> network >> command;
    keeper_ = -1;
    return command;
}

void Cluster::order(char what) const {
    (void)!send(control_.get(), &what, 1, MSG_NOSIGNAL);
}

Cluster::End Cluster::wait() {
    std::array<pollfd, 2> watched{pollfd{control_.get(), POLLIN, 0},
                                  pollfd{signals_.descriptor(), POLLIN, 0}};
    int interrupts = 0;
    while (true) {
        const int ready = poll(watched.data(), watched.size(), -1);
        if (ready < 0 && errno != EINTR) require(ready, "waiting for the cluster");
        if (watched[0].revents != 0) return interrupts > 0 ? End{0, true} : end_reported(receive(control_));
        if (watched[1].revents == 0) continue;
        signals_.take();
        if (++interrupts > 2) return {0, true};
        order(interrupts == 1 ? asks_for_end : ends_at_once);
    }
}

}  // namespace fabricmap::lab
