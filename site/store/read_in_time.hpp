// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace fabricmap::site {

/// What the file holds; nothing where it cannot be read, or not within that time, as on a file system whose
/// server does not answer. Nothing is waited for after that.
[[nodiscard]] std::optional<std::string> read_in_time(const std::filesystem::path& path,
                                                      std::chrono::milliseconds limit);

}  // namespace fabricmap::site
