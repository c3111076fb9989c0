// SPDX-License-Identifier: Apache-2.0
#include "network_test/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/program.hpp"
#include "command_line/sweep_options.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/probing/coarse_grid.hpp"
#include "measuring/progress.hpp"
#include "netcdf_schema/version.hpp"
#include "network_test/option_words.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <limits>
#include <string_view>

namespace fabricmap::network_test {
namespace {

/// The words as they were typed; they are read only when all of them are known.
struct Words {
    std::string file = "network";
    std::string output = "plain";
    std::string noise_length = "0";
    std::string noise_messages = "1";
    std::string noise_processes = "0";
    std::optional<std::string> precision;
    std::string warm_up = "3";
    std::string rma_sync;
    std::string pair_timeout = "30";
    std::string start_timeout = "5m";
    std::string max_memory;
    std::string schedule = "auto";
    std::optional<std::string> active_per_node;
    std::optional<std::string> sample_pairs;
    std::optional<std::string> max_time;
    std::optional<std::string> confirm;
    std::optional<std::string> exclude_hosts;
};

std::string mode_words() {
    std::string text;
    for (const Mode mode : all_modes) {
        text += fmt::format("\n  {:<25}{}", name_of(mode), mode_entry(mode).what);
    }
    return text;
}

RmaSync read_rma_sync(Mode mode, const std::string& word) {
    if (word.empty()) return RmaSync::lock;
    const auto sync = rma_sync_named(word);
    if (!sync) throw UsageError(fmt::format("--rma-sync {}: give lock or fence", word));
    if (mode_entry(mode).window == WindowOver::nothing) {
        throw UsageError(fmt::format("--rma-sync {}: it is for put_one_to_one and get_one_to_one, not {}",
                                     word, name_of(mode)));
    }
    return *sync;
}

NoiseParameters read_noise(Mode mode, const Words& words) {
    NoiseParameters noise;
    noise.message_length = parse_size(words.noise_length, "-l");
    noise.messages = read_count(words.noise_messages, "-m", 1, "messages");
    noise.processes = read_count(words.noise_processes, "-p", 0, "noisy ranks");
    if (has_noise(mode)) return noise;
    const auto refuse_other = [&](std::string_view option, std::string_view word, bool asks) {
        if (!asks) return;
        throw UsageError(
            fmt::format("{} {}: {} has no noisy ranks; take -t test_noise or test_noise_blocking", option,
                        word, name_of(mode)));
    };
    const NoiseParameters silence;
    refuse_other("-p", words.noise_processes, noise.processes != silence.processes);
    refuse_other("-l", words.noise_length, noise.message_length != silence.message_length);
    refuse_other("-m", words.noise_messages, noise.messages != silence.messages);
    return noise;
}

ScheduleKind read_schedule(std::string_view word) {
    const auto kind = schedule_kind_named(word);
    if (!kind || *kind == ScheduleKind::synthetic)
        throw UsageError(fmt::format("--schedule {}: give serial, rounds or auto", word));
    return *kind;
}

OutputKind read_output(std::string_view word) {
    if (word == "plain") return OutputKind::plain;
    if (word == "archive") return OutputKind::archive;
    throw UsageError(fmt::format("--output {}: give plain or archive", word));
}

/// Throws UsageError where the option is for rounds, and none can be.
void refuse_without_rounds(std::string_view option, const Options& options) {
    if (options.measures_pairs() && options.noise.processes == 0) return;
    throw UsageError(fmt::format("{}: {}{} has no pairs that could be measured at once; leave it out", option,
                                 name_of(options.mode), options.noise.processes > 0 ? " with noise" : ""));
}

void read_schedule_words(const Words& words, Options& options) {
    options.schedule = read_schedule(words.schedule);
    if (words.active_per_node) options.active_per_node = read_active_per_node(*words.active_per_node);
    if (words.sample_pairs) options.sample_pairs = read_pair_sample(*words.sample_pairs);
    if (words.max_time) options.max_time = read_duration(*words.max_time, "--max-time");
    if (words.exclude_hosts) options.excluded_hosts = read_hosts(*words.exclude_hosts);
    if (options.max_time && options.sampling.fixed) {
        throw UsageError(
            "--max-time and --fixed exclude each other: a budget decides how many samples to take");
    }
    if (options.schedule == ScheduleKind::serial) {
        if (options.sample_pairs)
            throw UsageError("--sample-pairs: it draws rounds; leave --schedule serial out");
        if (words.active_per_node)
            throw UsageError("--active-per-node: it is for rounds; leave --schedule serial out");
    }
    if (options.schedule == ScheduleKind::rounds) refuse_without_rounds("--schedule rounds", options);
    if (options.sample_pairs) refuse_without_rounds("--sample-pairs", options);
    if (words.active_per_node) refuse_without_rounds("--active-per-node", options);
}

/// Reads mode, timing and the end of transfers in the options: not every exchange has pairs to probe.
void read_lengths(const SweepOptions& sweep, Options& options) {
    LengthRequest request = sweep.length_request();
    options.lengths = std::move(request.lengths);
    if (!request.probe) return;
    if (!options.measures_pairs()) {
        throw UsageError(fmt::format(
            "--lengths probe: in {}{} all ranks act together, and no pair can be probed alone; "
            "give a list or pow2:1:4M, with the thresholds that -t one_to_one finds",
            name_of(options.mode), options.rma_sync == RmaSync::fence ? " with --rma-sync fence" : ""));
    }
    options.probe = true;
    options.lengths = merged(std::move(options.lengths), coarse_grid(*request.probe));
}

void read_confirm(const std::string& word, Options& options) {
    if (word.empty())
        throw UsageError("--confirm: give the file that network_diagnose --suspects has written");
    if (!options.resume) throw UsageError("--confirm: it changes a run that is there: give --resume as well");
    if (options.output == OutputKind::archive || options.dry_run) {
        throw UsageError(fmt::format("--confirm and {} exclude each other",
                                     options.dry_run ? "--dry-run" : "--output archive"));
    }
    options.confirm = word;
}

void read_words(const SweepOptions& sweep, const Words& words, Options& options) {
    options.mode = sweep.mode();
    options.file = words.file;
    if (words.file.empty() || words.file.ends_with('/')) {
        throw UsageError(
            fmt::format("-f '{}': give a prefix for the files' names, such as results/network", words.file));
    }
    refuse_stdout("-f", options.file, "a run");
    options.output = read_output(words.output);
    options.sampling.most = sweep.repeats();
    options.sampling.warm_up = read_count(words.warm_up, "--warm-up", 0, "samples");
    if (words.precision) {
        options.sampling.precision = read_precision(*words.precision);
        if (options.sampling.fixed) {
            throw UsageError(
                "--precision and --fixed exclude each other: precision decides how many samples to take");
        }
    }
    options.noise = read_noise(options.mode, words);
    options.timing = sweep.timing();
    options.rma_sync = read_rma_sync(options.mode, words.rma_sync);
    read_lengths(sweep, options);
    options.patience = {read_duration(words.pair_timeout, "--pair-timeout"),
                        read_duration(words.start_timeout, "--start-timeout")};
    options.seed = sweep.seed();
    if (!words.max_memory.empty()) options.max_memory = parse_size(words.max_memory, "--max-memory");
    if (options.fill && !options.resume)
        throw UsageError("--fill: it is for a run that is resumed: give --resume as well");
    if (options.fill && options.output == OutputKind::archive)
        throw UsageError("--fill: archives are of all statistics; leave it out");
    if (options.overwrite && options.resume) throw UsageError("--overwrite and --resume exclude each other");
    if (words.confirm) read_confirm(*words.confirm, options);
    if (options.ordered && options.shuffle_lengths) {
        throw UsageError("--ordered and --shuffle-lengths exclude each other");
    }
    if (options.output == OutputKind::archive && options.shuffle_lengths) {
        throw UsageError(
            "--output archive: ranges of lengths need them in ascending order; leave out "
            "--shuffle-lengths");
    }
    read_schedule_words(words, options);
}

/// An empty word is a wrong one, not one that was left out, as CLI11 takes it for an optional.
CLI::Option* add_optional(CLI::App& app, const char* name, std::optional<std::string>& word,
                          const char* what) {
    return app.add_option_function<std::string>(
        name, [&word](const std::string& given) { word = given; }, what);
}

void declare_schedule(CLI::App& app, Words& words) {
    app.add_option("--schedule", words.schedule,
                   "serial: one pair at a time; rounds: many disjoint pairs at once, as far as they do not "
                   "disturb each other; auto: serial where that is short")
        ->option_text("HOW [auto]");
    add_optional(app, "--active-per-node", words.active_per_node,
                 "Ranks of a host that may be in pairs at once in rounds, or all; a pair within it takes two")
        ->option_text("COUNT [1]");
    add_optional(app, "--sample-pairs", words.sample_pairs,
                 "Measure some rounds only: a share such as 5%, or rounds=12")
        ->option_text("HOW-MANY [all]");
    add_optional(app, "--max-time", words.max_time,
                 "Be through in this time, as in 90s, 30m or 2h: all pairs first, then precision")
        ->option_text("TIME [no limit]");
    add_optional(app, "--confirm", words.confirm,
                 "With --resume: measure alone what network_diagnose --suspects has listed, and nothing else")
        ->option_text("FILE");
    add_optional(app, "--exclude-hosts", words.exclude_hosts,
                 "Leave the ranks of these hosts out; with --resume the job may lack them")
        ->option_text("HOST,... [none]");
}

void declare(CLI::App& app, Words& words, Options& options) {
    app.add_option("-f,--file", words.file, "Prefix of the files that are written")
        ->option_text("PREFIX [network]");
    app.add_option(
           "--output", words.output,
           "plain: six files; archive: small ones for thousands of ranks, clustered while it measures")
        ->option_text("FORM [plain]");
    app.add_flag("--fixed", options.sampling.fixed, "Take exactly that many samples");
    add_optional(app, "--precision", words.precision, "Stop when the median is known this well")
        ->option_text("SHARE [2%]");
    app.add_option("--warm-up", words.warm_up, "Samples thrown away first")->option_text("COUNT [3]");
    app.add_option("--rma-sync", words.rma_sync, "How put and get end: lock or fence")
        ->option_text("HOW [lock]");
    app.add_option("-l,--noise-length", words.noise_length, "Length of the noise messages")
        ->option_text("SIZE [0]");
    app.add_option("-m,--noise-messages", words.noise_messages, "Messages in a burst of noise")
        ->option_text("COUNT [1]");
    app.add_option("-p,--noise-procs", words.noise_processes, "Noisy ranks beside each pair")
        ->option_text("COUNT [0]");
    declare_schedule(app, words);
    app.add_flag("--ordered", options.ordered, "Measure the pairs row by row instead of shuffled");
    app.add_flag("--shuffle-lengths", options.shuffle_lengths, "Shuffle the lengths as well");
    app.add_flag("--check", options.check,
                 "Fill every message with a pattern and verify it on arrival (slower)");
    app.add_option("--pair-timeout", words.pair_timeout,
                   "End the job when a rank, or a step of several, hangs this long")
        ->option_text("SECONDS [30]");
    app.add_option("--start-timeout", words.start_timeout, "End the job when MPI does not start for so long")
        ->option_text("SECONDS [5m]");
    app.add_option("--max-memory", words.max_memory, "Memory that a rank may use")
        ->option_text("SIZE [half of the host's free memory, divided by its ranks]");
    app.add_flag("--overwrite", options.overwrite, "Replace the files of an earlier run");
    app.add_flag("--resume", options.resume, "Go on with an interrupted run, after its last complete length");
    app.add_flag("--fill", options.fill,
                 "With --resume: begin a statistic anew whose file is missing, from the next length on");
    app.add_flag("--no-sync", options.no_sync,
                 "Let a length count as complete before the disk has it: a power cut may lose lengths");
    app.add_flag("--dry-run", options.dry_run,
                 "Print the plan, the time and the memory it will take, and stop");
    app.add_flag("--quiet", options.quiet, "No progress and no summary");
    app.set_help_flag("-h,--help", "Print this help");
    app.set_version_flag("--version", version_text("network_test", mpi_library_text()), "Print the versions");
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
    CommandLine command_line;
    Words words;
    CLI::App app(
        "Measures the delay of messages between all pairs of MPI ranks and writes minimum, average, median,\n"
        "maximum, deviation and count into PREFIX_*.nc. Start it with mpirun, two ranks or more:\n"
        "  mpirun -np 4 network_test -f results/rack1 --lengths pow2:1:1M\n"
        "Sizes are bytes, or have K, M or G (powers of 1024).",
        "network_test");
    app.footer("Modes:" + mode_words() +
               "\n\nExit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be " +
               "read or written, 130 interrupted (mpirun may turn it into 1).\n");
    SweepOptions sweep;
    sweep.declare(app, {});
    declare(app, words, command_line.options);
    command_line.answer = parse_words(app, arguments);
    if (!command_line.answer.empty()) return command_line;
    read_words(sweep, words, command_line.options);
    return command_line;
}

Patience patience_in(const std::vector<std::string>& arguments) {
    try {
        return parse_command_line(arguments).options.patience;
    } catch (const Error&) {
        return {};
    }
}

bool wants_progress(const Options& options) {
    return !options.quiet && stderr_reaches_terminal() && std::getenv("NO_COLOR") == nullptr;
}

std::vector<std::string> option_notes(const Options& options) {
    const NoiseParameters silence;
    if (!has_noise(options.mode) || options.noise.processes > 0 || options.noise == silence) return {};
    return {"-l and -m: no rank is noisy; give -p, the number of those that are"};
}

void check_roster(const Options& options, const Roster& roster, int ranks) {
    const std::int64_t parties = std::ssize(roster.parties());
    if (options.noise.processes > parties - 2) {
        throw UsageError(
            fmt::format("-p {}: --exclude-hosts leaves {} ranks, of which at most {} can be noisy "
                        "beside a pair",
                        options.noise.processes, parties, parties - 2));
    }
    if (options.measures_pairs() || parties == ranks) return;
    throw UsageError(
        fmt::format("--exclude-hosts: in {} all ranks of the job take part: start it without those hosts",
                    name_of(options.mode)));
}

void check_against_job(const Options& options, const std::vector<RankPlace>& places) {
    const auto ranks = static_cast<std::int64_t>(places.size());
    if (ranks < 2) {
        throw UsageError("one rank has no partner: start at least two, as in mpirun -np 2 network_test");
    }
    if (options.noise.processes > ranks - 2) {
        throw UsageError(fmt::format("-p {}: with {} ranks at most {} can be noisy beside a pair",
                                     options.noise.processes, ranks, ranks - 2));
    }
}

}  // namespace fabricmap::network_test
