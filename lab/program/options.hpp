// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::lab {

/// What the user of network_lab asked for.
struct LabOptions {
    std::string command;   ///< run, replay, up, list or down
    std::string scenario;  ///< a file or a shipped name
    std::string kind;      ///< empty: the first that can show the scenario here
    std::string program;   ///< that measures; empty: the usual one
    std::filesystem::path prefix;
    std::vector<std::string> tester_options;  ///< what follows "--", without -f and --quiet
    std::filesystem::path placement;          ///< of replay: a host for each rank; empty: host after host
    std::vector<std::string> replay_options;  ///< of network_place --try
    bool quiet = false;
    bool has_slurm = false;  ///< of up
    std::string cluster;     ///< of down: which of several; empty: the only one
    std::string answer;      ///< the text that --help or --version asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] LabOptions parse_lab_words(const std::vector<std::string>& words);

}  // namespace fabricmap::lab
