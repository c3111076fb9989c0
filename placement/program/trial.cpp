// SPDX-License-Identifier: Apache-2.0
#include "placement/program/trial.hpp"

#include "base/installed.hpp"
#include "command_line/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace fabricmap::placement {

bool asks_for_trial(const std::vector<std::string>& words) {
    return std::find(words.begin(), words.end(), "--try") != words.end();
}

void become_trial(const std::vector<std::string>& words) {
    const std::string program = installed_helper("placement_trial");
    std::vector<std::string> copies{program};
    copies.insert(copies.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    arguments.reserve(copies.size() + 1);
    for (std::string& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    restore_signals();
    execv(program.c_str(), arguments.data());
    throw RunError(fmt::format("--try: {}: {}; build the toolkit with MPI", program,
                               std::system_category().message(errno)));
}

}  // namespace fabricmap::placement
