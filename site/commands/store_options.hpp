// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/command.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::site {

/// Adds --store and --help to a command of the store.
void add_store_option(Command& command, std::filesystem::path& store);

/// Parses the words. Where they ask for help, prints it: then there is nothing else to do.
[[nodiscard]] bool is_answered(Command& command, const std::vector<std::string>& words);

/// What the exit codes of a command end its help with.
inline constexpr const char* store_exit_codes =
    "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written.\n";

}  // namespace fabricmap::site
