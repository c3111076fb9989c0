// SPDX-License-Identifier: Apache-2.0
#include "base/search_path.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <unistd.h>

namespace fabricmap {

bool is_on_path(std::string_view program) {
    if (program.find('/') != std::string_view::npos) return access(std::string(program).c_str(), X_OK) == 0;
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
    }
    return false;
}

}  // namespace fabricmap
