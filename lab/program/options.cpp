// SPDX-License-Identifier: Apache-2.0
#include "lab/program/options.hpp"

#include "base/errors.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "lab/kinds/table.hpp"
#include "netcdf_schema/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace fabricmap::lab {
namespace {

using Row = OptionRow<LabOptions>;

/// Flags that may also stand behind "--".
constexpr std::array<const char*, 2> flags_of_testers{"--overwrite", "--resume"};

template <std::size_t number>
void pass_flag(const std::string& /*word*/, LabOptions& to) {
    to.tester_options.emplace_back(flags_of_testers.at(number));
}

constexpr std::array run_rows{
    Row{"--kind", "KIND [first possible one]", "Kind of run, see below", keep_word<&LabOptions::kind>}
        .completed_by([] { return names_in(all_kinds()); }),
    Row{"--program", "NAME [network_test]", "What measures: see below",
        [](const std::string& word, LabOptions& to) {
            (void)tester_named(word);
            to.program = word;
        }}
        .completed_by([] { return names_in(all_testers()); }),
    Row{"-f,--file", "PREFIX [the scenario's name]", "Prefix of the files that are written",
        keep_word<&LabOptions::prefix>},
    Row{"--overwrite", nullptr, "Replace the files of an earlier run", pass_flag<0>},
    Row{"--resume", nullptr, "Continue an interrupted run; not for synthetic ones", pass_flag<1>},
    Row{"--quiet", nullptr, "No progress and no summary", nullptr, &LabOptions::quiet},
};

/// Words that network_place --try takes are passed on to it as they are.
void pass_on(LabOptions& to, const std::string& option, const std::string& word) {
    to.replay_options.insert(to.replay_options.end(), {option, word});
}

constexpr std::array replay_rows{
    Row{"--placement", "FILE [host after host]",
        "A host for each rank, as network_place --to seq, slurm or hydra writes it",
        keep_word<&LabOptions::placement>},
    Row{"--pattern", "SPEC", "What is sent, as network_place --pattern",
        [](const std::string& word, LabOptions& to) { pass_on(to, "--pattern", word); }},
    Row{"--messages", "FILE", "The same from a file, as network_place --messages",
        [](const std::string& word, LabOptions& to) { pass_on(to, "--messages", word); }},
    Row{"--value", "FILE",
        "A placement to try in turns with the ranks as started, as network_place --try --value",
        [](const std::string& word, LabOptions& to) { pass_on(to, "--value", word); }},
    Row{"--steps", "COUNT [20]", "How many times; the median counts",
        [](const std::string& word, LabOptions& to) { pass_on(to, "--steps", word); }},
    Row{"--quiet", nullptr, "Only the RESULT line", nullptr, &LabOptions::quiet},
};

/// Takes an option with its value out of words that are meant for another program: "-f P", "-fP", "--file P"
/// or "--file=P".
std::optional<std::string> take_value(std::vector<std::string>& words, const std::string& brief,
                                      const std::string& full) {
    std::optional<std::string> value;
    for (auto word = words.begin(); word != words.end();) {
        if (*word == brief || *word == full) {
            if (word + 1 == words.end()) throw UsageError(fmt::format("{}: its value is missing", *word));
            value = *(word + 1);
            word = words.erase(word, word + 2);
        } else if (word->starts_with(full + "=")) {
            value = word->substr(full.size() + 1);
            word = words.erase(word);
        } else if (word->starts_with(brief) && !word->starts_with("--")) {
            value = word->substr(brief.size());
            word = words.erase(word);
        } else {
            ++word;
        }
    }
    return value;
}

bool take_flag(std::vector<std::string>& words, const std::string& flag) {
    const auto before = words.size();
    words.erase(std::remove(words.begin(), words.end(), flag), words.end());
    return words.size() != before;
}

/// What stands behind "--" belongs to the program that measures, except what the lab itself must know.
void read_tester_words(std::vector<std::string> words, LabOptions& options) {
    if (const auto prefix = take_value(words, "-f", "--file")) {
        if (prefix->empty()) throw UsageError("-f: it is empty; give a value, or remove the option");
        options.prefix = *prefix;
    }
    if (take_flag(words, "--quiet")) options.quiet = true;
    // Given before and behind, a flag counts once.
    for (const std::string& flag : options.tester_options) (void)take_flag(words, flag);
    options.tester_options.insert(options.tester_options.end(), words.begin(), words.end());
}

std::string program_list() {
    std::string text = "Programs:";
    for (const Tester& tester : all_testers()) text += fmt::format("\n  {:<17}{}", tester.name, tester.what);
    return text;
}

std::string kind_list() {
    std::string text = "Kinds:";
    for (const Kind& kind : all_kinds()) text += fmt::format("\n  {:<11}{}", kind.name, kind.what);
    return text;
}

void declare_up(Command& app, LabOptions& options) {
    Command up = app.add_subcommand("up", "Start virtual hosts that stay, and print how to reach them");
    up.add_option("SCENARIO", options.scenario, "As for run").completed_by(scenario_names).required();
    up.add_flag("--slurm", options.has_slurm, "With a Slurm of their own");
    up.add_help();
}

void declare_down(Command& app, LabOptions& options) {
    Command down =
        app.add_subcommand("down", "End virtual hosts that stay, or that killed runs have left behind");
    down.add_option("CLUSTER", options.cluster, "Which of several: the number behind --target, or all")
        .option_text("[the only one]");
    down.add_help();
}

}  // namespace

LabOptions parse_lab_words(const std::vector<std::string>& words) {
    const bool is_completed = !words.empty() && words.front() == completing;
    const auto divider = is_completed ? words.end() : std::find(words.begin(), words.end(), "--");
    LabOptions options;
    OptionTable run_table(run_rows, options);
    OptionTable replay_table(replay_rows, options);
    Command app(
        "Makes runs of fabrics with known faults: from a model, under a simulator, or in a virtual cluster.\n"
        "  network_lab list\n"
        "  network_lab run two_racks --kind virtual -- -f results/racks --lengths 0,64K -n 10\n"
        "  network_lab run 'torus,size=8x8x8;noise,2%' --kind synthetic -f torus -- --lengths 0\n"
        "  network_lab run fat_tree --program collective_test -- -t allreduce,bcast --guidelines",
        "network_lab");
    app.allow_one_subcommand();
    Command run = app.add_subcommand("run", "Make a run of a scenario, and its ground truth beside it");
    run.add_option("SCENARIO", options.scenario,
                   "A file, a name that 'network_lab list' shows, or a fabric on one line")
        .completed_by(scenario_names)
        .required();
    run_table.declare(run);
    run.set_footer(
        "What follows -- goes to the program that measures, such as -t MODE, --lengths LIST, -n COUNT, "
        "--overwrite;\nthe "
        "synthetic kind knows those and --statistics LIST, the files to write (min,average,median,max,\n"
        "deviation,count).\n" +
        kind_list() + "\n" + program_list() + "\n");
    run.add_help();
    Command replay =
        app.add_subcommand("replay", "Send a pattern of messages over a simulated fabric, and time a step");
    replay.add_option("SCENARIO", options.scenario, "As for run").completed_by(scenario_names).required();
    replay_table.declare(replay);
    replay.add_help();
    declare_up(app, options);
    app.add_subcommand("list", "Show the scenarios, smallest first").add_help();
    declare_down(app, options);
    app.add_help();
    app.add_version(version_text("network_lab"));
    app.set_footer(
        kind_list() +
        "\n\nExit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, "
        "130 interrupted.\n");
    options.answer = app.parse({words.begin(), divider});
    if (!options.answer.empty()) return options;
    options.command = app.chosen_subcommand();
    if (options.command.empty())
        throw UsageError("give a command: run, replay, up, list or down; see network_lab --help");
    run_table.read();
    replay_table.read();
    if (divider != words.end()) {
        if (options.command != "run") {
            throw UsageError(
                fmt::format("--: '{}' takes no options of a program that measures", options.command));
        }
        read_tester_words({divider + 1, words.end()}, options);
    }
    refuse_stdout("-f", options.prefix, "a run");
    return options;
}

}  // namespace fabricmap::lab
