// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/program.hpp"
#include "command_line/sweep_options.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t default_max_drained = 3;
constexpr double largest_effect = 10;

struct AspectName {
    std::string_view word;
    Aspect aspect;
};
constexpr std::array aspect_names{
    AspectName{"anomalies", Aspect::anomalies}, AspectName{"thresholds", Aspect::thresholds},
    AspectName{"topology", Aspect::topology}, AspectName{"comparison", Aspect::comparison}};

/// The words as they were typed.
struct Words {
    std::string baseline;
    std::string only;
    std::string min_effect = "5%";
    std::string min_time = "0";
    std::string kinds;
    std::string topology;
    std::string json;
    std::string html;
    std::string prometheus;
    std::string suspects;
    std::string topology_out;
    std::string max_drained;
};

Aspect read_aspect(const std::string& word) {
    for (const auto& [name, aspect] : aspect_names) {
        if (name == word) return aspect;
    }
    throw UsageError(fmt::format("--only {}: give anomalies, thresholds, topology or comparison", word));
}

double read_min_effect(const std::string& word) {
    const auto fraction = read_share(word);
    // 5 for 5% would be a factor of six.
    if (fraction && *fraction > 0 && (*fraction <= 1 || (word.ends_with('%') && *fraction <= largest_effect)))
        return *fraction;
    throw UsageError(fmt::format("--min-effect {}: give a share such as 5% or 0.05", word));
}

double read_min_time(const std::string& word) {
    const auto seconds = read_seconds(word);
    if (seconds && *seconds >= 0) return *seconds;
    throw UsageError(fmt::format("--min-time {}: give a time such as 200ns or 1us", word));
}

/// Commas part runs, but those of a scenario belong to it: it ends where the next one begins.
std::vector<std::string> read_baseline(const std::string& word) {
    std::vector<std::string> runs;
    for (std::string& run : split(word, ',')) {
        const bool goes_on = !runs.empty() && is_synthetic(runs.back()) && !is_synthetic(run);
        if (goes_on) {
            runs.back() += fmt::format(",{}", run);
        } else if (run.empty()) {
            throw UsageError(fmt::format("--baseline {}: there is an empty name between its commas", word));
        } else {
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

std::optional<std::filesystem::path> path_or_nothing(const std::string& word) {
    return word.empty() ? std::nullopt : std::optional<std::filesystem::path>(word);
}

void check_together(const Options& options, const Words& words) {
    if (options.only == Aspect::comparison && options.baseline.empty()) {
        throw UsageError("--only comparison: say with --baseline what to compare with");
    }
    if (options.only && options.only != Aspect::comparison && !options.baseline.empty()) {
        throw UsageError(
            fmt::format("--baseline: --only {} compares nothing; leave one of them out", words.only));
    }
    if (options.only && options.only != Aspect::anomalies && options.slurm_drain) {
        throw UsageError(fmt::format(
            "--slurm-drain: --only {} looks for no slow hosts; leave one of them out", words.only));
    }
    if (!words.max_drained.empty() && !options.slurm_drain) {
        throw UsageError("--max-drain: it is for --slurm-drain; give that as well");
    }
    if (options.topology && options.only && options.only != Aspect::anomalies) {
        throw UsageError(fmt::format(
            "--topology: hosts that sit elsewhere are anomalies, which --only {} leaves out", words.only));
    }
    if (options.topology_out && options.only && options.only != Aspect::topology) {
        throw UsageError(
            fmt::format("--topology-out: --only {} draws no topology; leave one of them out", words.only));
    }
    if (options.topology_out && options.topology_out->extension() != ".dot" &&
        options.topology_out->extension() != ".conf") {
        throw UsageError(
            fmt::format("--topology-out {}: give a name that ends with .dot (Graphviz) or .conf (Slurm)",
                        options.topology_out->string()));
    }
}

void declare(CLI::App& app, Words& words, Options& options) {
    app.add_option(
           "RUN", options.runs,
           "Runs of one machine: a prefix or any one of its files, an archive, or synthetic:SCENARIO; "
           "several modes tell more, the same mode several times makes a comparison surer")
        ->required();
    app.add_option("--baseline", words.baseline, "Runs of the same machine to compare with")
        ->option_text("RUN[,RUN...]");
    app.add_option("--topology", words.topology, "Name the hosts that sit elsewhere than this file says")
        ->option_text("TOPOLOGY.CONF");
    app.add_option("--min-effect", words.min_effect, "Nothing below this is called a fault")
        ->option_text("SHARE [5%]");
    app.add_option("--min-time", words.min_time, "Nor what adds less than that to every message")
        ->option_text("TIME [0]");
    app.add_option("--kinds", words.kinds,
                   "Judge hosts among those with the same features in this Slurm configuration")
        ->option_text("SLURM.CONF");
    app.add_option("--only", words.only, "Look only for anomalies, thresholds, topology or comparison")
        ->option_text("PART");
    app.add_option("--json", words.json, "Write everything as JSON")->option_text("FILE");
    app.add_option("--html", words.html, "Write a page with pictures and curves")->option_text("FILE");
    app.add_option("--prometheus", words.prometheus, "Write metrics for node_exporter's textfile collector")
        ->option_text("FILE");
    app.add_option("--suspects", words.suspects,
                   "Write the unconfirmed measurements behind suspects, for network_test --confirm")
        ->option_text("FILE");
    app.add_option("--topology-out", words.topology_out, "Write the topology for Graphviz or for Slurm")
        ->option_text("FILE.dot|FILE.conf");
    app.add_flag("--slurm-drain", options.slurm_drain,
                 "Print the commands that drain faulty hosts, instead of the report; runs none of them");
    app.add_option("--max-drain", words.max_drained, "Drain at most so many hosts")->option_text("COUNT [3]");
    app.add_flag("--quiet", options.quiet, "No progress; only the RESULT line");
    app.set_help_flag("-h,--help", "Print this help");
    app.set_version_flag("--version", version_text("network_diagnose"), "Print the versions");
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    Words typed;
    CLI::App app(
        "Says which host, link or switch of a machine is at fault, on which side and from which message\n"
        "length on; where the MPI library changes its protocol, and how the hosts hang together.\n"
        "  network_diagnose results/network\n"
        "  network_diagnose results/network results/async --html report.html\n"
        "  network_diagnose results/today --baseline results/monday,results/tuesday",
        "network_diagnose");
    declare(app, typed, options);
    app.footer(
        "The last line of the report begins with RESULT: and is made for scripts.\n\n"
        "Exit codes: 0 no fault, 1 failed while running, 2 usage, 3 a file cannot be read or written, 4 "
        "faults "
        "were found, 130 interrupted.\n");
    options.answer = parse_words(app, words);
    if (!options.answer.empty()) return options;

    if (!typed.only.empty()) options.only = read_aspect(typed.only);
    if (!typed.baseline.empty()) options.baseline = read_baseline(typed.baseline);
    options.min_effect = read_min_effect(typed.min_effect);
    options.min_time_s = read_min_time(typed.min_time);
    options.kinds = path_or_nothing(typed.kinds);
    options.topology = path_or_nothing(typed.topology);
    options.json = path_or_nothing(typed.json);
    options.html = path_or_nothing(typed.html);
    options.prometheus = path_or_nothing(typed.prometheus);
    options.suspects = path_or_nothing(typed.suspects);
    options.topology_out = path_or_nothing(typed.topology_out);
    options.max_drained =
        typed.max_drained.empty()
            ? default_max_drained
            : static_cast<std::size_t>(read_count(typed.max_drained, "--max-drain", 0, "hosts"));
    check_together(options, typed);
    return options;
}

}  // namespace fabricmap::diagnosis
