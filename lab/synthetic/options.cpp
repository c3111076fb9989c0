// SPDX-License-Identifier: Apache-2.0
#include "lab/synthetic/options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/program.hpp"
#include "lab/synthetic/source.hpp"
#include "netcdf_schema/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::lab {
namespace {

std::vector<Statistic> read_statistics(const std::string& list) {
    if (list.empty()) return {all_statistics.begin(), all_statistics.end()};
    std::vector<Statistic> statistics;
    for (const std::string& word : split(list, ',')) {
        const auto statistic = statistic_named(word);
        if (!statistic) {
            throw UsageError(fmt::format(
                "--statistics {}: '{}' is none; give some of min,average,median,max,deviation,count", list,
                word));
        }
        if (std::find(statistics.begin(), statistics.end(), *statistic) == statistics.end()) {
            statistics.push_back(*statistic);
        }
    }
    return statistics;
}

std::string without_prefix(const std::string& source) {
    return source.starts_with(synthetic_prefix) ? source.substr(synthetic_prefix.size()) : source;
}

}  // namespace

void apply(const SweepOptions& options, Scenario& scenario) {
    SweepDefaults& sweep = scenario.sweep;
    if (options.gives_mode()) {
        sweep.mode = options.mode();
        sweep.timing.reset();
    }
    if (options.gives_timing()) sweep.timing = options.timing_of(sweep.mode);
    if (options.gives_lengths()) sweep.lengths = options.lengths();
    if (options.gives_repeats()) sweep.repeats = options.repeats();
    sweep.seed = options.seed().value_or(sweep.seed);
}

SynthesizeCommand parse_synthesize_words(const std::vector<std::string>& words) {
    SynthesizeCommand command;
    std::string source;
    std::string prefix;
    std::string statistics;
    bool overwrite = false;
    CLI::App app(
        "Writes the run that network_test would measure on a fabric that a scenario describes, and the "
        "truth\n"
        "about it as PREFIX_truth.json. The values come from a model and a seed, no message is sent:\n"
        "  network_synthesize fat_tree_faulty -f results/faulty --lengths pow2:1:1M\n"
        "  network_synthesize 'torus,size=8x8x8;noise,2%' -f torus --lengths 0",
        "network_synthesize");
    app.add_option("SCENARIO", source, "A file, a name that network_lab list shows, or a fabric on one line")
        ->required();
    app.add_option("-f,--file", prefix, "Prefix of the files that are written")
        ->option_text("PREFIX [the scenario's name]");
    SweepOptions sweep;
    sweep.declare(app, SweepOptions::no_defaults());
    app.add_option("--statistics", statistics, "Only these files: min,average,median,max,deviation,count")
        ->option_text("LIST [all]");
    app.add_flag("--overwrite", overwrite, "Replace existing files");
    app.add_flag("--quiet", command.quiet, "No progress and no summary");
    app.set_help_flag("-h,--help", "Print this help");
    app.set_version_flag("--version", version_text("network_synthesize"), "Print the versions");
    app.footer(
        "Without these options the sweep is the scenario's own; without a statement there: one_to_one, "
        "0 and the\npowers of two to 4M, 100 samples, seed 1.\nModes:" +
        mode_names() +
        "\n\nExit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, "
        "130 interrupted.\n");
    command.answer = parse_words(app, words);
    if (!command.answer.empty()) return command;

    refuse_stdout("-f", prefix, "a run");
    command.scenario = find_scenario(without_prefix(source));
    apply(sweep, *command.scenario);
    command.files.prefix = prefix.empty() ? command.scenario->name : prefix;
    command.files.statistics = read_statistics(statistics);
    if (overwrite) command.files.existing = RunWriter::Existing::overwrite;
    command.files.command_line = fmt::format("network_synthesize {}", fmt::join(words, " "));
    return command;
}

}  // namespace fabricmap::lab
