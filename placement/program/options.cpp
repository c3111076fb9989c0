// SPDX-License-Identifier: Apache-2.0
#include "placement/program/options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "diagnosis/topology/host_list.hpp"
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

struct EffortName {
    std::string_view word;
    Effort effort;
};
constexpr std::array effort_names{EffortName{"quick", Effort::quick}, EffortName{"normal", Effort::normal},
                                  EffortName{"thorough", Effort::thorough}};

/// The words as they were typed.
struct Words {
    std::string ranks;
    std::string hosts;
    std::string slots;
    std::string avoided;
    std::string goal = "auto";
    std::string judge;
    std::string value;
    std::string effort = "normal";
    std::string seed = "1";
    std::string layouts;
    std::string json;
};

std::optional<int> read_count(const std::string& option, const std::string& word, int most) {
    if (word.empty()) return std::nullopt;
    const auto number = read_number<int>(word);
    if (!number || *number < 1 || *number > most)
        throw UsageError(fmt::format("{} {}: give a number from 1 to {}", option, word, most));
    return number;
}

std::optional<Goal> read_goal(const std::string& word) {
    if (word == "auto") return std::nullopt;
    for (const Goal goal : all_goals) {
        if (name_of(goal) == word) return goal;
    }
    throw UsageError(fmt::format("--goal {}: give auto, delay, slowest or crossing", word));
}

Effort read_effort(const std::string& word) {
    for (const auto& [name, effort] : effort_names) {
        if (name == word) return effort;
    }
    throw UsageError(fmt::format("--effort {}: give quick, normal or thorough", word));
}

std::vector<std::string> read_layouts(const std::string& word) {
    std::vector<std::string> names;
    if (word.empty()) return names;
    for (const std::string& name : split(word, ',')) {
        static_cast<void>(layout_named(name));
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

void read_words(Options& options, const Words& words) {
    options.ranks = read_count("--ranks", words.ranks, max_asked_ranks);
    options.slots = read_count("--slots", words.slots, max_slots);
    if (!words.hosts.empty()) options.hosts = words.hosts;
    if (!words.avoided.empty()) options.avoided = diagnosis::expand_host_list(words.avoided);
    options.goal = read_goal(words.goal);
    options.effort = read_effort(words.effort);
    if (!words.judge.empty()) options.judging_run = words.judge;
    if (!words.value.empty()) options.valued = words.value;
    const auto seed = read_number<std::uint64_t>(words.seed);
    if (!seed) throw UsageError(fmt::format("--seed {}: give a whole number", words.seed));
    options.seed = *seed;
    options.layouts = read_layouts(words.layouts);
    if (!words.json.empty()) options.json = words.json;
}

void check_together(Options& options) {
    require_one_source(options.pattern, options.messages);
    if (!options.layouts.empty() && options.prefix.empty())
        throw UsageError("--to: say with -o PREFIX where the files go");
    if (options.layouts.empty() && !options.prefix.empty()) options.layouts = {"seq", "csv"};
    refuse_stdout("-o", options.prefix, "several files");
}

std::string layout_list() {
    std::string text = "Layouts:";
    for (const Layout* const layout : all_layouts())
        text += fmt::format("\n  {:<12}PREFIX.{:<12}{}", layout->name, layout->suffix, layout->what);
    return text;
}

void declare(Command& app, Words& words, Options& options) {
    app.add_option("RUN", options.runs,
                   "Runs of one machine, as network_diagnose takes them; delays are those of the first with "
                   "one-way times, else of the first")
        .required();
    app.add_option("--pattern", options.pattern, "What the application sends: see below").option_text("SPEC");
    app.add_option("--messages", options.messages,
                   "The same, measured: Open MPI's monitoring files, PREFIX_traffic.nc, or CSV with "
                   "sender,receiver,messages,bytes")
        .option_text("FILE");
    app.add_option("--ranks", words.ranks,
                   "Ranks of a pattern that names no size; fewer than slots take whole hosts")
        .option_text("COUNT [the slots]");
    app.add_option("--hosts", words.hosts, "Use these hosts alone, in this order").option_text("LIST [all]");
    app.add_option("--slots", words.slots, "Ranks that each host takes").option_text("COUNT [as in the run]");
    app.add_option("--avoid", words.avoided, "Do not use these hosts").option_text("LIST");
    app.add_flag("--avoid-faulty", options.avoids_faulty, "Do not use hosts that the diagnosis names");
    app.add_option(
           "--goal", words.goal,
           "What is to be small: delay, slowest, crossing, or auto: delay of short messages, crossing of "
           "long ones")
        .option_text("GOAL [auto]");
    app.add_option("--judge", words.judge, "Value the result by another run, too").option_text("RUN");
    app.add_option("--value", words.value, "Value a placement of your own beside it, in any of the layouts")
        .option_text("FILE");
    app.add_option("--effort", words.effort, "How much is tried: quick, normal or thorough")
        .option_text("EFFORT [normal]");
    app.add_option("--seed", words.seed, "Of the search: the same seed finds the same")
        .option_text("NUMBER [1]");
    app.add_option("-o,--output", options.prefix, "Prefix of the files for launchers").option_text("PREFIX");
    app.add_option("--to", words.layouts, "Which of them: see below")
        .option_text("LAYOUT[,LAYOUT...] [seq,csv]");
    app.add_option("--json", words.json, "Write everything as JSON").option_text("FILE");
    app.add_flag("--quiet", options.quiet, "No progress; only the RESULT line");
    app.add_help();
    app.add_version(version_text("network_place"));
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    Words typed;
    Command app(
        "Chooses which rank runs on which host, from measured delays and an application's messages, "
        "estimates\n"
        "the gain, and writes the file that the launcher takes.\n"
        "  network_place results/racks --pattern stencil:8x8x4,length=64K -o placed --to seq,slurm\n"
        "  network_place results/racks --messages monitoring/app --avoid-faulty -o placed\n"
        "  network_place results/racks --pattern ring --ranks 16 --judge results/yesterday",
        "network_place");
    declare(app, typed, options);
    app.set_footer(
        standard_pattern_list() + "\n\n" + layout_list() +
        "\n\nThe last line of the report begins with RESULT: and is made for scripts.\n\n"
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, 130 "
        "interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    read_words(options, typed);
    check_together(options);
    return options;
}

}  // namespace fabricmap::placement
