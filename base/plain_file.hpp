// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace fabricmap {

/// What a file is for, by which the remedy differs.
enum class FileUse : std::uint8_t {
    run,     ///< is read, or is part of a run that is written
    report,  ///< is written at once, under a name that the user gave
};

/// "PATH: cannot DOING: reason; remedy" for an error number of the system.
[[nodiscard]] FileError system_error(const std::filesystem::path& path, std::string_view doing,
                                     int error_number, FileUse use = FileUse::run);

/// Throws FileError with the path unless it is a regular file: reading a pipe or a device might wait for
/// ever.
void require_regular_file(const std::filesystem::path& path);

/// Open for reading. Throws FileError with the path where it is no regular file or may not be read.
[[nodiscard]] std::ifstream open_regular_file(const std::filesystem::path& path);

}  // namespace fabricmap
