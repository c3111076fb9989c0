// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/search/search.hpp"
#include "placement/valuing/value.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// What the user of network_place asked for.
struct Options {
    std::vector<std::string> runs;
    std::string pattern;                 ///< a spec; empty where messages are given
    std::filesystem::path messages;      ///< a file or prefix; empty where a pattern is given
    std::optional<std::int64_t> length;  ///< of messages of which a file knows bytes alone
    std::optional<int> ranks;
    std::optional<std::string> hosts;
    std::optional<std::filesystem::path> names;  ///< of nodes and what their hosts call themselves
    std::optional<int> slots;                    ///< per host
    std::vector<std::string> avoided;
    bool avoids_faulty = false;
    std::optional<Goal> goal;  ///< nothing: by the length of the messages
    std::optional<std::string> judging_run;
    std::optional<std::filesystem::path> valued;  ///< a placement of the user's own
    bool tries = false;                           ///< for --help alone: see trial.hpp
    Effort effort = Effort::normal;
    std::uint64_t seed = 1;
    std::filesystem::path prefix;      ///< of the files; empty: none is written
    std::vector<std::string> layouts;  ///< names, each once
    std::optional<std::filesystem::path> json;
    std::optional<std::filesystem::path> svg;
    bool overwrite = false;
    bool quiet = false;
    std::string answer;  ///< the text that --help or --version asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words);

}  // namespace fabricmap::placement
