// SPDX-License-Identifier: Apache-2.0
#include "site/launch/replace_by.hpp"

#include "base/errors.hpp"
#include "command_line/program.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace fabricmap::site {

void replace_by(const std::filesystem::path& program, const std::vector<std::string>& words) {
    restore_signals();
    std::vector<char*> arguments{const_cast<char*>(program.c_str())};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    const int error = errno;
    throw FileError(
        error == ENOENT
            ? fmt::format("{}: it is not installed here; install the part of fabricmap that has it",
                          program.string())
            : fmt::format("{}: cannot be started: {}", program.string(), std::strerror(error)));
}

}  // namespace fabricmap::site
