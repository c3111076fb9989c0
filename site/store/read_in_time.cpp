// SPDX-License-Identifier: Apache-2.0
#include "site/store/read_in_time.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap::site {
namespace {

/// Hands on what the file holds, with a letter before it as a sign that it could be read.
void hand_on(const std::filesystem::path& path, int to) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    (void)!write(to, "+", 1);
    std::array<char, 65536> part{};
    for (ssize_t size = 0; (size = read(file, part.data(), part.size())) > 0;) {
        for (ssize_t done = 0; done < size;) {
            const ssize_t written = write(to, part.data() + done, static_cast<std::size_t>(size - done));
            if (written <= 0) return;
            done += written;
        }
    }
}

/// All that comes until the other end closes; nothing where that takes longer.
std::optional<std::string> taken_from(int pipe, std::chrono::milliseconds limit) {
    const auto until = std::chrono::steady_clock::now() + limit;
    std::string text;
    std::array<char, 65536> part{};
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        pollfd ready{pipe, POLLIN, 0};
        if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) <= 0) return std::nullopt;
        const ssize_t size = read(pipe, part.data(), part.size());
        if (size < 0) return std::nullopt;
        if (size == 0) return text;
        text.append(part.data(), static_cast<std::size_t>(size));
    }
}

}  // namespace

std::optional<std::string> read_in_time(const std::filesystem::path& path, std::chrono::milliseconds limit) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    // A process that waits for a dead server cannot be ended, so that it must not be this one; and whoever
    // reads our output waits until nobody has it open any more.
    const pid_t reader = fork();
    if (reader == 0) {
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
        hand_on(path, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    std::optional<std::string> text = reader < 0 ? std::nullopt : taken_from(ends[0], limit);
    close(ends[0]);
    if (reader > 0) {
        kill(reader, SIGKILL);
        waitpid(reader, nullptr, text ? 0 : WNOHANG);
    }
    if (!text || text->empty()) return std::nullopt;
    return text->substr(1);
}

}  // namespace fabricmap::site
