// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::site {

/// What the user of `fabricmap check` asked for.
struct CheckOptions {
    std::vector<std::string> hosts;
    bool idle = false;  ///< those that are idle in Slurm now
    std::string launcher;
    std::string preset;
    std::optional<std::chrono::seconds> time;  ///< of all runs together; nothing: that of the preset
    int runs = 3;
    std::string note;
    std::filesystem::path store;
    bool dry_run = false;
    std::string answer;  ///< the text that --help asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] CheckOptions parse_check_words(const std::vector<std::string>& words);

}  // namespace fabricmap::site
