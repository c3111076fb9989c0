// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::site {

/// Another program takes the place of this one: it has its process, signals, streams and exit code. Throws
/// FileError where it cannot be started.
[[noreturn]] void replace_by(const std::filesystem::path& program, const std::vector<std::string>& words);

}  // namespace fabricmap::site
