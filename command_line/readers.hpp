// SPDX-License-Identifier: Apache-2.0
// What single words of several programs say. Each throws UsageError that names the option, the word and the
// remedy.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// A fraction above 0 and below 1: "2%", "0.02".
[[nodiscard]] double read_precision(std::string_view word);

/// Whole seconds, minutes or hours, a week at most: "90s", "2m", "1h"; a bare number is seconds.
[[nodiscard]] std::chrono::seconds read_duration(std::string_view word, std::string_view option);

/// What --exclude-hosts says: one host, or several joined by commas.
[[nodiscard]] std::vector<std::string> read_hosts(std::string_view word);

/// What -f says: how the names of a run's files begin.
[[nodiscard]] std::filesystem::path read_prefix(const std::string& word);

}  // namespace fabricmap
