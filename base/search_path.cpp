// SPDX-License-Identifier: Apache-2.0
#include "base/search_path.hpp"

#include <cstdlib>
#include <sstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fabricmap {

namespace {

namespace fs = std::filesystem;

/// A shell goes past folders of that name, and files that nobody may execute.
bool can_be_started(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<fs::path> program_on_path(std::string_view program) {
    const auto if_started = [](fs::path file) {
        return can_be_started(file) ? std::optional(std::move(file)) : std::nullopt;
    };
    if (program.find('/') != std::string_view::npos) return if_started(program);
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (auto file = if_started(fs::path(folder) / program)) return file;
    }
    return std::nullopt;
}

bool is_on_path(std::string_view program) {
    return program_on_path(program).has_value();
}

}  // namespace fabricmap
