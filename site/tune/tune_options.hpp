// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::site {

/// What the user of `fabricmap tune` asked for.
struct TuneOptions {
    std::string operations;
    std::string ranks;    ///< as collective_test takes them; empty: all
    std::string lengths;  ///< the same; empty: its own
    std::vector<std::string> hosts;
    std::string launcher;
    std::filesystem::path prefix = "tune";
    int jobs = 3;
    std::chrono::seconds time{1200};  ///< of all jobs together
    std::string answer;               ///< the text that --help asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] TuneOptions parse_tune_words(const std::vector<std::string>& words);

}  // namespace fabricmap::site
