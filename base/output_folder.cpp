// SPDX-License-Identifier: Apache-2.0
#include "base/output_folder.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace fabricmap {

void require_folder_of(const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory)
        throw system_error(folder, "make files in this folder", error.value());
    if (!fs::exists(status)) {
        throw FileError(fmt::format("{}: no such folder; make it first: mkdir -p '{}'", folder.string(),
                                    folder.string()));
    }
    if (!fs::is_directory(status))
        throw FileError(fmt::format("{}: this is not a folder; choose another name", folder.string()));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        throw system_error(folder, "make files in this folder", errno);
}

}  // namespace fabricmap
