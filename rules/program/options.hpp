// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::rules {

/// Which rules: files, or those that are installed; and of them some by name.
struct RuleChoice {
    std::vector<std::string> files;
    std::vector<std::string> only;
    std::vector<std::string> skip;
};

/// A run of a map, under the name that rules use for it; empty where it has none.
struct MapOption {
    std::string name;
    std::string run;
};

/// A trace that is compared with, under the name that rules use for it.
struct ComparedTraceOption {
    std::string name;
    std::filesystem::path path;
};

/// The traces of a command.
struct TraceOptions {
    std::optional<std::filesystem::path> judged;
    std::vector<ComparedTraceOption> compared;  ///< of different names; none where none is judged
};

/// network_rules check.
struct CheckOptions {
    RuleChoice choice;
    TraceOptions traces;  ///< one is judged, or there is a map, or both
    std::vector<MapOption> maps;
    std::optional<std::string> collectives;  ///< a run of collective_test
    double fail_above = 0.02;
    std::size_t max_problems = 0;  ///< that are printed; 0: all
    bool counts_pairs = false;
    bool is_forced = false;
    bool overwrite = false;
    bool is_quiet = false;
    std::optional<std::filesystem::path> json;
    std::optional<std::filesystem::path> html;
};

/// network_rules explain.
struct ExplainOptions {
    RuleChoice choice;
    std::string rule;
    TraceOptions traces;
    std::vector<MapOption> maps;
    bool counts_pairs = false;
};

/// What the user asked for: one of them, or an answer to print.
struct Options {
    std::string answer;
    std::optional<CheckOptions> check;
    std::optional<RuleChoice> list;
    std::optional<ExplainOptions> explain;
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words);

}  // namespace fabricmap::rules
