// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// What the user of network_replay asked for.
struct ReplayOptions {
    std::string pattern;             ///< a spec; empty where messages are given
    std::filesystem::path messages;  ///< a file or prefix
    int steps = 20;
    bool quiet = false;  ///< only the RESULT line
    std::string answer;  ///< the text that --help or --version asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] ReplayOptions parse_replay_options(const std::vector<std::string>& words);

}  // namespace fabricmap::placement
