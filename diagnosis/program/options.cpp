// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/program/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/version.hpp"
#include "picture/output/picture_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::diagnosis {
namespace {

constexpr double largest_effect = 10;

constexpr std::array aspect_words{
    OptionWord{"anomalies", Aspect::anomalies}, OptionWord{"thresholds", Aspect::thresholds},
    OptionWord{"topology", Aspect::topology}, OptionWord{"comparison", Aspect::comparison}};

std::string_view word_of(Aspect aspect) {
    return std::find_if(aspect_words.begin(), aspect_words.end(),
                        [&](const OptionWord<Aspect>& choice) { return choice.value == aspect; })
        ->word;
}

double read_min_effect(const std::string& word) {
    const auto fraction = read_share(word);
    // 5 for 5% would be a factor of six.
    if (fraction && *fraction > 0 && (*fraction <= 1 || (word.ends_with('%') && *fraction <= largest_effect)))
        return *fraction;
    throw UsageError(
        fmt::format("--min-effect {}: give a percentage such as 5%, or a fraction such as 0.05", word));
}

double read_confidence(const std::string& word) {
    for (const double confidence : {0.90, 0.95, 0.99}) {
        const std::string percent = fmt::format("{:g}", 100 * confidence);
        if (word == percent || word == percent + '%') return confidence;
    }
    throw UsageError(fmt::format("--confidence {}: give 90, 95 or 99", word));
}

double read_trimmed(const std::string& word) {
    const auto fraction = read_share(word);
    if (fraction && *fraction >= 0 && *fraction < 0.5) return *fraction;
    throw UsageError(fmt::format("--trim {}: give a percentage below 50%, such as 25%", word));
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
            throw UsageError(fmt::format("--baseline {}: empty name between two commas", word));
        } else {
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

using Row = OptionRow<Options>;

constexpr std::array rows{
    Row{"--baseline", "RUN[,RUN...]", "Runs of the same machine to compare with",
        [](const std::string& word, Options& to) { to.baseline = read_baseline(word); }},
    Row{"--topology", "TOPOLOGY.CONF",
        "Find hosts on another switch than this file declares, and slow uplinks of its leaves",
        keep_word<&Options::topology>},
    Row{"--min-effect", "PERCENT [5%]", "Smallest effect that is reported as a fault",
        [](const std::string& word, Options& to) { to.min_effect = read_min_effect(word); }},
    Row{"--min-time", "TIME [0]", "Smallest time added to every message that is reported as a fault",
        [](const std::string& word, Options& to) { to.min_time_s = read_min_time(word); }},
    Row{"--uplinks", "COUNT",
        "Cables above each leaf, to count those that are missing in a run of leaf_stream",
        [](const std::string& word, Options& to) {
            to.uplinks = read_count(word, "--uplinks", 1, "cables of a leaf");
        }},
    Row{"--confidence", "90|95|99 [95]", "Of the intervals of collective operations, in percent",
        [](const std::string& word, Options& to) { to.confidence = read_confidence(word); }}
        .completed_by([] { return split("90 95 99", ' '); }),
    Row{"--trim", "PERCENT [25%]",
        "Runs of collective operations left out on each side of the trimmed mean, below 50%",
        [](const std::string& word, Options& to) { to.trimmed = read_trimmed(word); }},
    Row{"--explain", nullptr, "No effect: it is done anyway", nullptr, &Options::explain},
    Row{"--kinds", "SLURM.CONF",
        "Compare hosts only with those of the same features in this Slurm configuration",
        keep_word<&Options::kinds>},
    Row{"--names", "FILE",
        "Call hosts by their NodeName: a slurm.conf, what scontrol show node prints, or lines NAME "
        "OTHER_NAME",
        keep_word<&Options::names>},
    Row{"--only", "PART", "Report only anomalies, thresholds, topology or comparison",
        [](const std::string& word, Options& to) { to.only = read_choice(word, "--only", aspect_words); }}
        .completed_by(words_of_choices<aspect_words>),
    Row{"--json", "FILE", "Write everything as JSON", keep_word<&Options::json>},
    Row{"--html", "FILE", "Write a page with pictures and curves", keep_word<&Options::html>},
    Row{"--picture", "FILE.png|FILE.svg|FILE.pdf",
        "Write one picture: what is slower than expected, with the findings", keep_word<&Options::picture>},
    Row{"--picture-of", "PART [matrix]",
        "Draw the matrix, the machine, or what a HOST, or HOST,HOST, sends and receives at all lengths",
        keep_word<&Options::pictured>}
        .completed_by([] { return split("matrix machine", ' '); }),
    Row{"--length", "SIZE", "Of the matrix; by default the one that shows the largest fault",
        [](const std::string& word, Options& to) { to.length_bytes = parse_size(word, "--length"); }},
    Row{"--preset", "paper|slide|ticket",
        "Size of the picture and of its words, and how many findings it has",
        [](const std::string& word, Options& to) {
            to.preset = &read_line(word, "--preset", picture::presets);
        }}
        .completed_by([] { return names_in(picture::presets); }),
    Row{"--prometheus", "FILE", "Write metrics for node_exporter's textfile collector",
        keep_word<&Options::prometheus>},
    Row{"--suspects", "FILE",
        "Write the unconfirmed measurements behind suspects, for network_test --confirm",
        keep_word<&Options::suspects>},
    Row{"--topology-out", "FILE.dot|FILE.conf", "Write the topology for Graphviz or for Slurm",
        keep_word<&Options::topology_out>},
    Row{"--tuning-rules", "FILE",
        "Write the faster algorithms of collective operations as rules for Open MPI",
        keep_word<&Options::tuning_rules>},
    Row{"--slurm-drain", nullptr,
        "Print the commands that drain faulty hosts instead of the report; they are not run", nullptr,
        &Options::slurm_drain},
    Row{"--max-drain", "COUNT [3]", "Drain at most this many hosts",
        [](const std::string& word, Options& to) {
            to.max_drained = static_cast<std::size_t>(read_count(word, "--max-drain", 0, "hosts"));
        }},
    Row{"--verbose", nullptr,
        "Print every fact of each finding, each pair class's curve, the whole topology, and a line for each "
        "thing not checked",
        nullptr, &Options::verbose},
    Row{"--quiet", nullptr, "No progress; only the RESULT line", nullptr, &Options::quiet},
};

void check_picture(const Options& options) {
    if (!options.picture) {
        if (!options.pictured.empty() || options.length_bytes || options.preset != nullptr)
            throw UsageError("--picture-of, --length and --preset: need --picture");
        return;
    }
    if (picture::find_picture_format(options.picture->extension().string()) == nullptr) {
        throw UsageError(fmt::format("--picture {}: give a name that ends with .png, .svg or .pdf",
                                     options.picture->string()));
    }
    if (options.length_bytes && !options.pictured.empty() && options.pictured != "matrix")
        throw UsageError("--length: of a matrix alone; remove it, or --picture-of");
}

void check_together(const Options& options) {
    if (options.only == Aspect::comparison && options.baseline.empty()) {
        throw UsageError("--only comparison: needs --baseline");
    }
    if (options.only && options.only != Aspect::comparison && !options.baseline.empty()) {
        throw UsageError(
            fmt::format("--baseline: not used by --only {}; remove one of them", word_of(*options.only)));
    }
    if (options.only && options.only != Aspect::anomalies && options.slurm_drain) {
        throw UsageError(fmt::format(
            "--slurm-drain: needs slow hosts, which --only {} does not look for; remove one of them",
            word_of(*options.only)));
    }
    if (options.max_drained && !options.slurm_drain) {
        throw UsageError("--max-drain: needs --slurm-drain");
    }
    if (options.topology && options.only && options.only != Aspect::anomalies) {
        throw UsageError(
            fmt::format("--topology: misplaced hosts are anomalies, which --only {} does not look for; "
                        "remove one of them",
                        word_of(*options.only)));
    }
    check_picture(options);
    if (options.topology_out && options.only && options.only != Aspect::topology) {
        throw UsageError(fmt::format(
            "--topology-out: needs the topology, which --only {} does not infer; remove one of them",
            word_of(*options.only)));
    }
    if (options.topology_out && options.topology_out->extension() != ".dot" &&
        options.topology_out->extension() != ".conf") {
        throw UsageError(
            fmt::format("--topology-out {}: give a name that ends with .dot (Graphviz) or .conf (Slurm)",
                        options.topology_out->string()));
    }
}

/// A shell may have made several words of one: --baseline then*. The second would be judged as today's run.
void refuse_run_behind_baseline(const std::vector<std::string>& words) {
    const auto option = std::find(words.begin(), words.end(), "--baseline");
    if (words.end() - option < 3) return;
    const std::string& behind = *(option + 2);
    if (behind.starts_with('-')) return;
    throw UsageError(
        fmt::format("{0}: it stands behind --baseline {1}; join runs of the baseline with commas ({1},{0}), "
                    "and put runs to judge before the option",
                    behind, *(option + 1)));
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    OptionTable table(rows, options);
    Command app(
        "Names the host, link or switch of a machine that is at fault, the side, and the message length "
        "from\n"
        "which it is slow; shows the protocol thresholds of the MPI library and the network topology.\n"
        "  network_diagnose results/network\n"
        "  network_diagnose results/network results/async --html report.html\n"
        "  network_diagnose results/today --baseline results/monday,results/tuesday",
        "network_diagnose");
    app.add_option(
           "RUN", options.runs,
           "Runs of one machine: a prefix or any one of its files, an archive, or synthetic:SCENARIO; "
           "further modes allow more checks, repeated runs of a mode make a comparison more certain")
        .completed_by(synthetic_names)
        .required();
    table.declare(app);
    app.add_help();
    app.add_version(version_text("network_diagnose"));
    app.set_footer(
        "The last line of the report begins with RESULT: and is meant for scripts.\n\n"
        "Exit codes: 0 healthy, 1 failed while running, 2 usage, 3 a file cannot be read or written, 4 "
        "faults "
        "were found, 5 undecided, 130 interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;

    refuse_run_behind_baseline(words);
    table.read();
    check_together(options);
    return options;
}

}  // namespace fabricmap::diagnosis
