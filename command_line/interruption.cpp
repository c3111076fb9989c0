// SPDX-License-Identifier: Apache-2.0
#include "command_line/interruption.hpp"

#include "base/errors.hpp"
#include "base/remark.hpp"
#include "base/unfinished_files.hpp"
#include "command_line/program.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace fabricmap {
namespace {

constexpr auto time_to_end_itself = std::chrono::seconds(1);

volatile std::sig_atomic_t has_come = 0;
std::array<int, 2> wake_up{-1, -1};

void note_signal(int /*signal*/) {
    const int before = errno;
    has_come = 1;
    (void)!write(wake_up[1], "", 1);
    errno = before;
}

[[noreturn]] void end_after_signal() {
    char nothing = 0;
    while (read(wake_up[0], &nothing, 1) != 1) continue;
    std::this_thread::sleep_for(time_to_end_itself);
    remark(fmt::format("{}: {}\n", name_of_program(), interruption_text));
    // Last, as the other threads go on and may make the file meanwhile.
    remove_unfinished_files();
    std::_Exit(static_cast<int>(ExitCode::interrupted));
}

}  // namespace

void catch_interruption() {
    if (wake_up[0] >= 0 || pipe2(wake_up.data(), O_CLOEXEC) != 0) return;
    try {
        std::thread(end_after_signal).detach();
    } catch (const std::system_error&) {
        return;  // No thread can be had: signals end the program as if there were none of this.
    }
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        // One that is ignored from the start, as under nohup, stays so.
        if (std::signal(signal, note_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
}

bool is_interrupted() noexcept {
    return has_come != 0;
}

}  // namespace fabricmap
