// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/tester.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// What the user of network_place --try asked for.
struct ReplayOptions {
    std::string pattern;                           ///< a spec; empty where messages are given
    std::filesystem::path messages;                ///< a file or prefix
    std::int64_t length = std::int64_t{64} << 10;  ///< of messages of which a file knows bytes alone
    std::filesystem::path valued;                  ///< the placement to try; empty: as started alone
    int steps = 20;
    bool tries = true;
    Timeouts timeouts{.timeout = std::chrono::minutes(5)};
    bool quiet = false;  ///< only the RESULT line
    std::string answer;  ///< the text that --help or --version asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] ReplayOptions parse_replay_options(const std::vector<std::string>& words);

}  // namespace fabricmap::placement
