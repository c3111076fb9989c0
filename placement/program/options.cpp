// SPDX-License-Identifier: Apache-2.0
#include "placement/program/options.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "netcdf_schema/version.hpp"
#include "placement/layouts/layout.hpp"
#include "placement/patterns/open_pattern.hpp"
#include "placement/patterns/standard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::placement {
namespace {

constexpr int max_slots = 4096;
constexpr int max_asked_ranks = 1 << 20;

constexpr std::array effort_words{OptionWord{"quick", Effort::quick}, OptionWord{"normal", Effort::normal},
                                  OptionWord{"thorough", Effort::thorough}};

std::optional<Goal> read_goal(const std::string& word) {
    if (word == "auto") return std::nullopt;
    for (const Goal goal : all_goals) {
        if (name_of(goal) == word) return goal;
    }
    throw UsageError(fmt::format("--goal {}: give auto, delay, slowest or crossing", word));
}

std::vector<std::string> read_layouts(const std::string& word) {
    std::vector<std::string> names;
    for (const std::string& name : split(word, ',')) {
        static_cast<void>(layout_named(name));
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

using Row = OptionRow<Options>;

constexpr std::array rows{
    Row{"--pattern", "SPEC", "What the application sends: see below", keep_word<&Options::pattern>},
    Row{"--messages", "FILE",
        "The same, measured: Open MPI's monitoring files, PREFIX_traffic.nc, CSV with "
        "sender,receiver,messages,bytes, IPM's XML, or a square matrix of bytes",
        keep_word<&Options::messages>},
    Row{"--length", "SIZE [64K]", "Of messages of a file that has bytes alone",
        [](const std::string& word, Options& to) {
            to.length = parse_size(word, "--length");
            if (*to.length < 1) throw UsageError("--length: give 1 or more");
        }},
    Row{"--ranks", "COUNT [the slots]",
        "Ranks of a pattern that names no size; fewer than slots take whole hosts",
        [](const std::string& word, Options& to) {
            to.ranks = static_cast<int>(read_bounded(word, "--ranks", 1, max_asked_ranks));
        }},
    Row{"--hosts", "LIST [all]", "Use these hosts alone, in this order", keep_word<&Options::hosts>},
    Row{"--names", "FILE",
        "Call hosts by their NodeName: a slurm.conf, what scontrol show node prints, or lines NAME "
        "OTHER_NAME",
        keep_word<&Options::names>},
    Row{"--slots", "COUNT [as in the run]", "Ranks that each host takes",
        [](const std::string& word, Options& to) {
            to.slots = static_cast<int>(read_bounded(word, "--slots", 1, max_slots));
        }},
    Row{"--avoid", "LIST", "Do not use these hosts",
        [](const std::string& word, Options& to) { to.avoided = expand_host_list(word); }},
    Row{"--avoid-faulty", nullptr, "Do not use hosts that the diagnosis names", nullptr,
        &Options::avoids_faulty},
    Row{"--goal", "GOAL [auto]",
        "What is to be small: delay, slowest, crossing, or auto: delay of short messages, crossing of "
        "long ones",
        [](const std::string& word, Options& to) { to.goal = read_goal(word); }}
        .completed_by([] { return split("auto delay slowest crossing", ' '); }),
    Row{"--judge", "RUN", "Value the result by another run, too", keep_word<&Options::judging_run>},
    Row{"--value", "FILE", "Value a placement of your own beside it, in any of the layouts",
        keep_word<&Options::valued>},
    Row{"--try", nullptr,
        "Of a job, under mpirun and without RUN: time the messages as the job was started and, with --value, "
        "as that file places them",
        nullptr, &Options::tries},
    Row{"--steps", "COUNT [20]", "Of --try: how many times; the median counts",
        [](const std::string&, Options&) { throw UsageError("--steps: it belongs to --try"); }},
    Row{"--timeout", "TIME [5m]", "Of --try: end the job when a rank does not go on for so long",
        [](const std::string&, Options&) { throw UsageError("--timeout: it belongs to --try"); }},
    Row{"--effort", "EFFORT [normal]", "How much is tried: quick, normal or thorough",
        [](const std::string& word, Options& to) { to.effort = read_choice(word, "--effort", effort_words); }}
        .completed_by(words_of_choices<effort_words>),
    Row{"--seed", "NUMBER [1]", "Of the search: the same seed finds the same",
        [](const std::string& word, Options& to) { to.seed = read_seed(word); }},
    Row{"-o,--output", "PREFIX", "Prefix of the files for launchers", keep_word<&Options::prefix>},
    Row{"--to", "LAYOUT[,LAYOUT...] [seq,csv]", "Which of them: see below",
        [](const std::string& word, Options& to) { to.layouts = read_layouts(word); }}
        .completed_by([] { return names_in(all_layouts()); }),
    Row{"--json", "FILE", "Write everything as JSON", keep_word<&Options::json>},
    Row{"--svg", "FILE", "Draw hosts as boxes and messages as lines, before and after",
        keep_word<&Options::svg>},
    Row{"--overwrite", nullptr, "Replace existing files", nullptr, &Options::overwrite},
    Row{"--quiet", nullptr, "No progress; only the RESULT line", nullptr, &Options::quiet},
};

void check_together(Options& options) {
    if (!options.layouts.empty() && options.prefix.empty())
        throw UsageError("--to: say with -o PREFIX where the files go");
    if (options.layouts.empty() && !options.prefix.empty()) options.layouts = {"seq", "csv"};
    refuse_stdout("-o", options.prefix, "several files");
    if (options.svg && *options.svg == standard_output && options.json == options.svg)
        throw UsageError("--svg -: --json - is on stdout already; write one of them to a file");
}

std::string layout_list() {
    std::string text = "Layouts:";
    for (const Layout* const layout : all_layouts())
        text += fmt::format("\n  {:<12}PREFIX.{:<12}{}", layout->name, layout->suffix, layout->what);
    return text;
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    OptionTable table(rows, options);
    Command app(
        "Chooses which rank runs on which host, from measured delays and an application's messages, "
        "estimates\n"
        "the gain, and writes the file that the launcher takes.\n"
        "  network_place results/racks --pattern stencil:8x8x4,length=64K -o placed --to seq,slurm\n"
        "  network_place results/racks --messages monitoring/app --avoid-faulty -o placed\n"
        "  network_place results/racks --pattern ring --ranks 16 --judge results/yesterday\n"
        "  mpirun -np 64 network_place --try --pattern stencil:8x8,length=64K --value placed.seq",
        "network_place");
    app.add_option("RUN", options.runs,
                   "Runs of one machine, as network_diagnose takes them; delays are those of the first with "
                   "one-way times, else of the first")
        .completed_by(synthetic_names)
        .required();
    table.declare(app);
    app.add_help();
    app.add_version(version_text("network_place"));
    app.set_footer(
        standard_pattern_list() + "\n\n" + layout_list() +
        "\n\nThe last line of the report begins with RESULT: and is made for scripts.\n\n"
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, 130 "
        "interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    table.read();
    check_together(options);
    return options;
}

}  // namespace fabricmap::placement
