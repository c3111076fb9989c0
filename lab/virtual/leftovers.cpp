// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/leftovers.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "lab/virtual/keeper.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace fabricmap::lab {
namespace {

using Fields = std::map<std::string, std::string>;

/// The lines "Key:  value" of /proc/PROCESS/status; none where the process has ended.
Fields status_of(pid_t process) {
    std::ifstream file(fmt::format("/proc/{}/status", process));
    Fields fields;
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(":\t");
        if (colon != std::string::npos) fields[line.substr(0, colon)] = line.substr(colon + 2);
    }
    return fields;
}

std::filesystem::path program_of(pid_t process) {
    std::error_code gone;
    return std::filesystem::read_symlink(fmt::format("/proc/{}/exe", process), gone);
}

/// Whether the process is the first of namespaces below those of this one.
bool is_first_of_its_own(Fields& status) {
    std::istringstream numbers(status["NSpid"]);
    std::string last;
    int levels = 0;
    while (numbers >> last) ++levels;
    return levels > 1 && last == "1";
}

bool is_keeper(pid_t process) {
    Fields status = status_of(process);
    return status["Name"] == keeper_name && is_first_of_its_own(status);
}

/// A keeper runs the program of its starter; with another parent than that, it is left over.
bool is_left_over(pid_t keeper) {
    const auto parent = read_number<pid_t>(status_of(keeper)["PPid"]);
    const auto program = program_of(keeper);
    if (program.empty() && geteuid() != 0) {
        throw UsageError("a virtual cluster of another user is there; start 'network_lab down' as root");
    }
    return parent && !program.empty() && program_of(*parent) != program;
}

/// Lets the keeper tidy up, and ends it where that takes too long.
void end(pid_t keeper, std::chrono::milliseconds patience) {
    constexpr std::chrono::milliseconds pause(100);
    kill(keeper, SIGTERM);
    for (std::chrono::milliseconds waited(0); waited < patience && is_keeper(keeper); waited += pause)
        std::this_thread::sleep_for(pause);
    if (is_keeper(keeper)) kill(keeper, SIGKILL);
}

}  // namespace

std::vector<std::string> remove_leftovers(std::chrono::milliseconds patience) {
    std::vector<std::string> lines;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const auto process = read_number<pid_t>(entry.path().filename().string());
        if (!process || !is_keeper(*process) || !is_left_over(*process)) continue;
        end(*process, patience);
        lines.push_back(fmt::format(
            "ended a virtual cluster whose starter is gone: process {} with all its hosts", *process));
    }
    return lines;
}

}  // namespace fabricmap::lab
