// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/stages/diagnose.hpp"
#include "picture/layout/preset.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// What the user of network_diagnose asked for.
struct Options {
    std::vector<std::string> runs;
    std::vector<std::string> baseline;
    std::optional<std::filesystem::path> topology;  ///< a Slurm topology.conf
    std::optional<Aspect> only;
    std::optional<std::filesystem::path> kinds;  ///< a Slurm configuration with features of nodes
    std::optional<std::filesystem::path> names;  ///< of nodes and what their hosts call themselves
    double min_effect = 0.05;
    std::optional<std::filesystem::path> tuning_rules;
    std::optional<double> confidence;  ///< of intervals of collective operations
    std::optional<double> trimmed;     ///< of their runs on each side, for the trimmed mean
    double min_time_s = 0;
    std::int64_t uplinks = 0;  ///< of a leaf; 0 where unknown
    std::optional<std::filesystem::path> json;
    std::optional<std::filesystem::path> html;
    std::optional<std::filesystem::path> picture;  ///< .png, .svg or .pdf
    std::string pictured;                          ///< matrix, machine, a host, or two; empty: matrix
    std::optional<std::int64_t> length_bytes;      ///< of the matrix that is drawn
    const picture::Preset* preset = nullptr;
    std::optional<std::filesystem::path> prometheus;
    std::optional<std::filesystem::path> suspects;      ///< what network_test --confirm reads
    std::optional<std::filesystem::path> topology_out;  ///< .dot or .conf
    bool explain = true;  ///< accepted from scripts of a time when the search was on trial
    bool slurm_drain = false;
    std::optional<std::size_t> max_drained;  ///< hosts
    bool quiet = false;
    bool verbose = false;
    std::string answer;  ///< the text that --help or --version asks for
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words);

}  // namespace fabricmap::diagnosis
