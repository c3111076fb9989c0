// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/leftovers.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "lab/virtual/cluster_plan.hpp"
#include "lab/virtual/keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// Of its host file: a line each, its name first.
std::string hosts_of(pid_t keeper) {
    std::ifstream file(fmt::format("/proc/{}/root{}", keeper, host_file().string()));
    std::vector<std::string> names;
    for (std::string line; std::getline(file, line);) names.push_back(line.substr(0, line.find(' ')));
    return joined_by(names, " ");
}

std::vector<pid_t> children_of(pid_t keeper) {
    std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", keeper));
    std::vector<pid_t> children;
    for (pid_t child = 0; file >> child;) children.push_back(child);
    return children;
}

bool is_meant(const Leftover& leftover, const std::string& word) {
    const auto& children = leftover.children;
    const auto process = read_number<pid_t>(word);
    return process && (*process == leftover.keeper ||
                       std::find(children.begin(), children.end(), *process) != children.end());
}

/// "network_lab down 123 (node0 node1)".
std::string command_to_end(const Leftover& leftover) {
    return fmt::format("network_lab down {}{}", leftover.keeper,
                       leftover.hosts.empty() ? "" : fmt::format(" ({})", leftover.hosts));
}

}  // namespace

std::vector<Leftover> leftovers() {
    std::vector<Leftover> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const auto process = read_number<pid_t>(entry.path().filename().string());
        if (process && is_keeper(*process) && is_left_over(*process))
            found.push_back({*process, hosts_of(*process), children_of(*process)});
    }
    return found;
}

std::vector<Leftover> chosen_leftovers(const std::vector<Leftover>& all, const std::string& word) {
    if (word == "all" || (word.empty() && all.size() < 2)) return all;
    std::vector<std::string> commands;
    for (const Leftover& one : all) {
        if (is_meant(one, word)) return {one};
        commands.push_back(command_to_end(one));
    }
    if (word.empty()) {
        throw UsageError(fmt::format("down: several virtual clusters are up: name one, or all: {}",
                                     joined_by(commands, ", ")));
    }
    throw UsageError(fmt::format("down {}: there is no such virtual cluster{}", word,
                                 commands.empty() ? "" : "; there are: " + joined_by(commands, ", ")));
}

std::string end_leftover(const Leftover& leftover, std::chrono::milliseconds patience) {
    end(leftover.keeper, patience);
    return fmt::format("ended a virtual cluster whose starter is gone: process {} with {}", leftover.keeper,
                       leftover.hosts.empty() ? "all its hosts" : leftover.hosts);
}

}  // namespace fabricmap::lab
