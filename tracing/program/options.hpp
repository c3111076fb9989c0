// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/formats/formats.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// network_trace record.
struct RecordOptions {
    std::filesystem::path folder;
    std::vector<std::string> command;
    std::string only;  ///< functions, separated by commas
    std::string skip;
    bool keeps_all_polls = false;
    bool is_synchronous = false;
    bool compresses = true;
    std::size_t max_path = 20;         ///< how many calls above each are recorded
    double disk_bytes_per_second = 0;  ///< 0: no limit
};

/// network_trace show.
struct ShowOptions {
    std::vector<std::string> folders;  ///< one, or an earlier one and a later
    std::size_t places = 20;
};

/// network_trace convert.
struct ConvertOptions {
    std::filesystem::path trace;
    std::filesystem::path output;
    const TraceFormat* format = nullptr;
    bool overwrite = false;
    bool is_quiet = false;
};

/// network_trace traffic.
struct TrafficOptions {
    std::filesystem::path trace;
    std::filesystem::path output;
    bool overwrite = false;
    bool is_quiet = false;
};

/// network_trace why.
struct WhyOptions {
    std::filesystem::path folder;  ///< empty: one is made
    std::vector<std::string> command;
};

/// What the user asked for: one of them, or an answer to print.
struct Options {
    std::string answer;
    std::optional<RecordOptions> record;
    std::optional<ShowOptions> show;
    std::optional<ConvertOptions> convert;
    std::optional<TrafficOptions> traffic;
    std::optional<WhyOptions> why;
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words);

}  // namespace fabricmap::tracing
