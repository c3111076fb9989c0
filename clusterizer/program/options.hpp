// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/plan.hpp"
#include "netcdf_schema/run/vocabulary.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::clusterizer {

/// One value of an archive.
struct Query {
    std::int64_t length_bytes = 0;
    std::int64_t sender = 0;
    std::int64_t receiver = 0;
};

/// What the user asked for, checked as far as that is possible without the runs.
struct Options {
    std::vector<std::string> runs;                ///< as open_run takes them; archives to be read
    std::optional<std::filesystem::path> output;  ///< nothing: beside the run
    std::optional<Statistic> statistic;           ///< nothing: the named file's, or all
    Settings settings;
    bool expand = false;
    bool info = false;
    std::optional<Query> query;
    std::optional<std::filesystem::path> labels;
    bool overwrite = false;
    bool quiet = false;
    bool verbose = false;
    std::string command_line;  ///< as it was typed, for the history of what is written
    std::string answer;        ///< what --help or --version asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words);

}  // namespace fabricmap::clusterizer
