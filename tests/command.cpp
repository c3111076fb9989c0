// SPDX-License-Identifier: Apache-2.0
#include "tests/command.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fabricmap::testing {
namespace {

constexpr int signalled = 128;
constexpr auto look_every = std::chrono::milliseconds(5);
constexpr std::chrono::seconds longer_than_anything_takes{100};

int caught_output() {
    const int file = memfd_create("output", MFD_CLOEXEC);
    if (file < 0) throw std::runtime_error("no memory to catch output in");
    return file;
}

std::string text_of(int file) {
    std::string text;
    std::array<char, 4096> part{};
    lseek(file, 0, SEEK_SET);
    for (ssize_t size = 0; (size = read(file, part.data(), part.size())) > 0;) {
        text.append(part.data(), static_cast<std::size_t>(size));
    }
    return text;
}

/// The parent of a process, -1 where it has ended.
pid_t parent_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    std::getline(file, line);
    // The name before the state may hold anything but ends with the last bracket.
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos) return -1;
    std::istringstream rest(line.substr(name_end + 1));
    std::string state;
    pid_t parent = -1;
    rest >> state >> parent;
    return parent;
}

std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> children;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const pid_t process = std::stoi(name);
        if (parent_of(process) == parent) children.push_back(process);
    }
    return children;
}

void kill_with_descendants(pid_t process) {
    const std::vector<pid_t> children = children_of(process);
    kill(process, SIGKILL);
    for (const pid_t child : children) kill_with_descendants(child);
}

}  // namespace

Command::Command(const std::vector<std::string>& words)
    : out_(caught_output()), err_(caught_output()), started_(std::chrono::steady_clock::now()) {
    // What a killed mpirun leaves behind becomes this process's child, so that it can be waited for.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_ = fork();
    if (pid_ != 0) return;
    setpgid(0, 0);
    dup2(out_, STDOUT_FILENO);
    dup2(err_, STDERR_FILENO);
    execv(arguments.front(), arguments.data());
    _exit(127);
}

Command::~Command() {
    while (!children_of(getpid()).empty()) {
        kill_all();
        while (waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        std::this_thread::sleep_for(look_every);
    }
    close(out_);
    close(err_);
}

std::vector<pid_t> Command::children() const {
    return children_of(pid_);
}

void Command::kill_all() const {
    for (const pid_t child : children_of(getpid())) kill_with_descendants(child);
}

std::string process_file(pid_t process, const std::string& name) {
    std::ifstream file("/proc/" + std::to_string(process) + "/" + name, std::ios::binary);
    // A process that ends while its file is read makes reading fail: an operator does not throw then.
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Outcome Command::wait(std::chrono::seconds limit) {
    Outcome outcome;
    int status = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) >= 0 || errno != ECHILD;) {
        const auto now = std::chrono::steady_clock::now();
        if (ended == pid_) {
            outcome.took = now - started_;
            outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
        }
        if (ended > 0) continue;
        if (now - started_ > limit) {
            outcome.timed_out = true;
            kill_all();
        }
        std::this_thread::sleep_for(look_every);
    }
    outcome.out = text_of(out_);
    outcome.err = text_of(err_);
    return outcome;
}

bool eventually(const std::function<bool()>& holds) {
    const auto give_up = std::chrono::steady_clock::now() + longer_than_anything_takes;
    while (!holds()) {
        if (std::chrono::steady_clock::now() > give_up) return false;
        std::this_thread::sleep_for(look_every);
    }
    return true;
}

Outcome run(const std::vector<std::string>& words, std::chrono::seconds limit) {
    return Command(words).wait(limit);
}

}  // namespace fabricmap::testing
