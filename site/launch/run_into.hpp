// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::site {

/// A shell says so of a program that is not installed.
inline constexpr int not_found_by_shell = 127;

/// Runs a program to its end, and returns its exit code. What it prints stands in the file; what it says of
/// errors is dropped. After `limit` it is ended.
[[nodiscard]] int run_into(const std::filesystem::path& file, const std::vector<std::string>& words,
                           std::chrono::seconds limit);

}  // namespace fabricmap::site
