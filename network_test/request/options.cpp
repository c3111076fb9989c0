// SPDX-License-Identifier: Apache-2.0
#include "network_test/request/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "command_line/sweep_options.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/probing/coarse_grid.hpp"
#include "netcdf_schema/version.hpp"
#include "network_test/request/option_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace fabricmap::network_test {
namespace {

constexpr const char* active_per_node = "--active-per-node";

std::string mode_text() {
    std::string text;
    for (const Mode mode : all_modes) {
        text += fmt::format("\n  {:<25}{}", name_of(mode), mode_entry(mode).what);
    }
    text += fmt::format("\n  {:<25}{}", "rate",
                        "short for -t stream --together --lengths 8: messages a second of whole hosts");
    return text;
}

using Word = const std::string&;
using Row = OptionRow<Options>;

// Modes are known when a word is read.
const std::array rows{
    Row{"-f,--file", "PREFIX [network]", "Prefix of the files that are written",
        [](Word word, Options& to) { to.file = read_prefix(word); }},
    Row{"--output", "FORM [plain]",
        "plain: six files; archive: small ones for thousands of ranks, clustered while it measures",
        [](Word word, Options& to) { to.output = read_output(word); }}
        .completed_by([] { return split("plain archive", ' '); }),
    Row{"--fixed", nullptr, "Take exactly that many samples",
        [](Word /*word*/, Options& to) { to.sampling.fixed = true; }},
    Row{"--precision", "PERCENT [2%]", "Stop when the confidence interval of the median is within this of it",
        [](Word word, Options& to) {
            to.sampling.precision = read_precision(word);
            if (to.sampling.fixed) {
                throw UsageError(
                    "--precision and --fixed exclude each other: precision decides how many samples to take");
            }
        }},
    Row{"--warm-up", "COUNT [3]", "Samples discarded first",
        [](Word word, Options& to) { to.sampling.warm_up = read_count(word, "--warm-up", 0, "samples"); }},
    Row{"--rma-sync", "HOW [lock]", "How put and get are completed: lock or fence",
        [](Word word, Options& to) { to.rma_sync = read_rma_sync(word, to.mode); }}
        .completed_by([] { return split("lock fence", ' '); }),
    Row{"--window", "COUNT [16M / length, 2 to 64]", "Messages in flight in the streams",
        [](Word word, Options& to) { to.window = read_window(word, to.mode); }},
    Row{"--topology", "TOPOLOGY.CONF", "Leaves and their hosts, as Slurm declares them, for leaf_stream",
        [](Word word, Options& to) {
            require_leaves("--topology", word, to.mode);
            to.topology = word;
        }},
    Row{"--flows", "COUNT [16]", "In leaf_stream: flows that leave each host at once, at least",
        [](Word word, Options& to) {
            require_leaves("--flows", word, to.mode);
            to.flows_per_host = read_count(word, "--flows", 1, "flows");
        }},
    Row{"--memory", "KIND[,KIND] [host]",
        "Memory that each rank sends from, and that it receives into where another is named: host, cuda, "
        "rocm, "
        "ze",
        [](Word word, Options& to) { to.memory = read_memory_for(word, to.mode); }}
        .completed_by([] { return split("host cuda rocm ze", ' '); }),
    Row{"--sysfs", "FOLDER [/sys]", "Where the system tells its network adapters and GPUs",
        [](Word word, Options& to) { to.sysfs = read_sysfs(word); }},
    Row{"-l,--noise-length", "SIZE [0]", "Length of the noise messages",
        [](Word word, Options& to) {
            to.noise.message_length = parse_size(word, "-l");
            refuse_noise("-l", word, to.mode, to.noise.message_length != 0);
        }},
    Row{"-m,--noise-messages", "COUNT [1]", "Messages in a burst of noise",
        [](Word word, Options& to) {
            to.noise.messages = read_count(word, "-m", 1, "messages");
            refuse_noise("-m", word, to.mode, to.noise.messages != 1);
        }},
    Row{"-p,--noise-procs", "COUNT [0]", "Noisy ranks beside each pair",
        [](Word word, Options& to) {
            to.noise.processes = read_count(word, "-p", 0, "noisy ranks");
            refuse_noise("-p", word, to.mode, to.noise.processes != 0);
        }},
    Row{"--schedule", "HOW [auto]",
        "serial: one pair at a time; rounds: many disjoint pairs at once, as far as they do not disturb each "
        "other; auto: serial where that is short",
        [](Word word, Options& to) { to.schedule = read_schedule(word); }}
        .completed_by([] { return split("auto serial rounds", ' '); }),
    Row{active_per_node, "COUNT [1]",
        "Ranks of a host that may be in pairs at once in rounds, or all; a pair within it takes two",
        [](Word word, Options& to) { to.active_per_node = read_active_per_node(word); }},
    Row{"--together", nullptr,
        "In rounds: all ranks of two hosts at once, each with one of the other host; -n samples of each, 20 "
        "by "
        "default",
        nullptr, &Options::together},
    Row{"--sample-pairs", "PERCENT|rounds=COUNT [all]", "Measure a sample of the pairs only",
        [](Word word, Options& to) { to.sample_pairs = read_pair_sample(word); }},
    Row{"--max-time", "TIME [no limit]",
        "Finish within this time, as in 90s, 30m or 2h: all pairs first, then precision",
        [](Word word, Options& to) { to.max_time = read_duration(word, "--max-time"); }},
    Row{"--confirm", "FILE",
        "With --resume: measure alone what network_diagnose --suspects has listed, for 10m or --max-time",
        [](Word word, Options& to) { to.confirm = word; }},
    Row{"--exclude-hosts", "HOST,...|none",
        "Exclude the ranks of these hosts; with --resume they may be missing from the job, and hosts that "
        "answered "
        "nobody before are excluded too, unless none is given",
        [](Word word, Options& to) {
            to.includes_unresponsive = word == "none";
            if (!to.includes_unresponsive) to.excluded_hosts = read_hosts(word);
        }},
    Row{"--ordered", nullptr, "Measure the pairs row by row instead of shuffled", nullptr, &Options::ordered},
    Row{"--shuffle-lengths", nullptr, "Shuffle the lengths as well", nullptr, &Options::shuffle_lengths},
    Row{"--check", nullptr, "Fill every message with a pattern and verify it on arrival (slower)", nullptr,
        &Options::check},
    Row{"--pair-timeout", "SECONDS [30]", "End the job when a rank, or a step of several, hangs this long",
        [](Word word, Options& to) { to.timeouts.timeout = read_duration(word, "--pair-timeout"); }},
    Row{"--start-timeout", "SECONDS [5m]", "End the job when MPI does not start for so long",
        [](Word word, Options& to) { to.timeouts.start_timeout = read_duration(word, "--start-timeout"); }},
    Row{"--max-memory", "SIZE [half of the host's free memory, divided by its ranks]",
        "Memory that a rank may use",
        [](Word word, Options& to) { to.max_memory = parse_size(word, "--max-memory"); }},
    Row{"--overwrite", nullptr, "Replace the files of an earlier run", nullptr, &Options::overwrite},
    Row{"--resume", nullptr, "Continue an interrupted run after its last complete length", nullptr,
        &Options::resume},
    Row{"--fill", nullptr,
        "With --resume: begin a statistic anew whose file is missing, from the next length on", nullptr,
        &Options::fill},
    Row{"--no-sync", nullptr,
        "Let a length count as complete before the disk has it: a power cut may lose lengths", nullptr,
        &Options::no_sync},
    Row{"--dry-run", nullptr, "Print the plan, the time and the memory it will take, and stop", nullptr,
        &Options::dry_run},
    Row{"--quiet", nullptr, "No progress and no summary", nullptr, &Options::quiet},
};

/// Throws UsageError where the option is for rounds, and none can be.
void refuse_without_rounds(std::string_view option, const Options& options) {
    if (options.measures_pairs() && options.noise.processes == 0) return;
    throw UsageError(fmt::format("{}: {}{} has no pairs that could be measured at once; remove it", option,
                                 name_of(options.mode), options.noise.processes > 0 ? " with noise" : ""));
}

/// Reads mode, timing and the end of transfers in the options: not every exchange has pairs to probe.
void read_lengths(const SweepOptions& sweep, Options& options) {
    LengthRequest request = sweep.length_request();
    options.lengths = std::move(request.lengths);
    options.lengths_are_default = !sweep.gives_lengths();
    if (!request.probe) return;
    if (!options.measures_pairs()) {
        throw UsageError(fmt::format(
            "--lengths probe: {}{} has no single pairs to probe; give a list or pow2:1:4M, with the "
            "thresholds that -t one_to_one finds",
            name_of(options.mode), options.rma_sync == RmaSync::fence ? " with --rma-sync fence" : ""));
    }
    options.probe = true;
    options.lengths = merged(std::move(options.lengths), coarse_grid(*request.probe));
}

/// With --together all pairs of two hosts begin and end together.
void check_whole_hosts(const Options& options, const Command& app) {
    if (!options.together) return;
    refuse_without_rounds("--together", options);
    for (const char* const other : {active_per_node, "--precision", "--max-time", "--confirm"}) {
        if (app.is_given(other)) throw UsageError(fmt::format("--together and {} exclude each other", other));
    }
    if (options.schedule == ScheduleKind::serial)
        throw UsageError("--together: needs rounds; remove --schedule serial");
}

/// All ranks count what arrives in the same time, so all take as many samples.
void check_flows(Options& options, const Command& app) {
    if (!traits_of(options.mode).shares_time) return;
    // No answer is awaited, and what is on its way at the end takes its time.
    constexpr std::int64_t bytes_in_flight = std::int64_t{1} << 20U;
    if (!app.is_given("--window")) options.window.bytes = bytes_in_flight;
    for (const char* const other : {"--precision", "--max-time"}) {
        if (app.is_given(other))
            throw UsageError(fmt::format("{}: {} takes -n samples; remove it", other, name_of(options.mode)));
    }
    if (!traits_of(options.mode).between_leaves || options.topology) return;
    throw UsageError(
        fmt::format("-t {}: needs the leaves and their hosts: give Slurm's topology.conf with --topology",
                    name_of(options.mode)));
}

/// Where -n does not say it: what takes a fixed number, because many ranks take part, takes few.
void choose_samples(Options& options, bool gives_samples) {
    const bool shares_time = traits_of(options.mode).shares_time;
    if (!options.together && !shares_time) return;
    options.sampling.fixed = true;
    constexpr std::int64_t samples_of_whole_hosts = 20;
    constexpr std::int64_t samples_into_one = 5;
    if (!gives_samples)
        options.sampling.most = traits_of(options.mode).into_one ? samples_into_one : samples_of_whole_hosts;
}

/// What only goes together, and what excludes each other.
void check_together(const Options& options, bool gives_active) {
    const auto refuse_if = [](bool is_wrong, const char* why) {
        if (is_wrong) throw UsageError(why);
    };
    const bool archive = options.output == OutputKind::archive;
    const bool serial = options.schedule == ScheduleKind::serial;
    refuse_if(options.memory.has_device() && is_simulated(),
              "--memory: a simulated job has host memory alone; remove it");
    refuse_if(options.fill && !options.resume, "--fill: needs --resume");
    refuse_if(options.fill && archive, "--fill: archives have all statistics; remove it");
    refuse_if(options.overwrite && options.resume, "--overwrite and --resume exclude each other");
    refuse_if(options.confirm && !options.resume, "--confirm: needs --resume");
    refuse_if(options.confirm && options.dry_run, "--confirm and --dry-run exclude each other");
    refuse_if(options.confirm && archive, "--confirm and --output archive exclude each other");
    refuse_if(options.ordered && options.shuffle_lengths,
              "--ordered and --shuffle-lengths exclude each other");
    refuse_if(archive && options.shuffle_lengths,
              "--output archive: needs lengths in ascending order; remove --shuffle-lengths");
    refuse_if(options.max_time && options.sampling.fixed,
              "--max-time and --fixed exclude each other: a budget decides how many samples to take");
    refuse_if(serial && options.sample_pairs, "--sample-pairs: needs rounds; remove --schedule serial");
    refuse_if(serial && gives_active, "--active-per-node: needs rounds; remove --schedule serial");
    if (options.schedule == ScheduleKind::rounds) refuse_without_rounds("--schedule rounds", options);
    if (options.sample_pairs) refuse_without_rounds("--sample-pairs", options);
    if (gives_active) refuse_without_rounds(active_per_node, options);
}

/// What `-t rate` is short for.
std::vector<std::string> with_rate_spelled_out(std::vector<std::string> words) {
    const auto is_type = [](const std::string& word) { return word == "-t" || word == "--type"; };
    const auto type = std::find_if(words.begin(), words.end(), is_type);
    if (type == words.end() || std::next(type) == words.end() || *std::next(type) != "rate") return words;
    *std::next(type) = name_of(Mode::stream);
    const auto is_any_given = [&](std::initializer_list<std::string_view> options) {
        return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
            return std::find(options.begin(), options.end(), word.substr(0, word.find('='))) != options.end();
        });
    };
    if (!is_any_given({"--together"})) words.emplace_back("--together");
    if (!is_any_given({"--lengths", "-b", "--begin", "-e", "--end", "-s", "--step"}))
        words.insert(words.end(), {"--lengths", "8"});
    return words;
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
    CommandLine command_line;
    OptionTable table(rows, command_line.options);
    Command app(
        "Measures the delay of messages between all pairs of MPI ranks and writes minimum, average, median,\n"
        "maximum, deviation and count into PREFIX_*.nc. Start it with mpirun, two ranks or more:\n"
        "  mpirun -np 4 network_test -f results/rack1 --lengths pow2:1:1M\n"
        "Sizes are bytes, or have K, M or G (powers of 1024).",
        "network_test");
    app.set_footer("Modes:" + mode_text() +
                   "\n\nExit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be " +
                   "read or written, 130 interrupted (mpirun may turn it into 1).\n");
    SweepOptions sweep;
    sweep.declare(app, {});
    table.declare(app);
    app.add_help();
    app.add_version(version_text("network_test", mpi_library_text()));
    command_line.answer = app.parse(with_rate_spelled_out(arguments));
    if (!command_line.answer.empty()) return command_line;
    Options& options = command_line.options;
    options.mode = sweep.mode();
    options.timing = sweep.timing();
    options.sampling.most = sweep.repeats();
    options.seed = sweep.seed();
    table.read();
    read_lengths(sweep, options);
    check_together(options, app.is_given(active_per_node));
    check_whole_hosts(options, app);
    check_flows(options, app);
    choose_samples(options, sweep.gives_repeats());
    return command_line;
}

std::vector<std::string> option_notes(const Options& options) {
    std::vector<std::string> notes;
    if (options.lengths_are_default && !options.resume) {
        notes.push_back(fmt::format(
            "message lengths {}; others by --lengths, those of the older toolkit by --lengths legacy",
            default_lengths));
    }
    const NoiseParameters silence;
    if (has_noise(options.mode) && options.noise.processes == 0 && options.noise != silence)
        notes.emplace_back("-l and -m: need -p, the number of noisy ranks");
    return notes;
}

void check_roster(const Options& options, const Roster& roster, int ranks) {
    const std::int64_t endpoints = std::ssize(roster.endpoints());
    if (options.noise.processes > endpoints - 2) {
        throw UsageError(
            fmt::format("-p {}: needs {} ranks or more, a pair and the noisy ones; --exclude-hosts leaves {}",
                        options.noise.processes, options.noise.processes + 2, endpoints));
    }
    if (options.measures_pairs() || endpoints == ranks) return;
    throw UsageError(
        fmt::format("--exclude-hosts: in {} all ranks of the job take part: start it without those hosts",
                    name_of(options.mode)));
}

void check_against_job(const Options& options, const PerRank<RankLocation>& locations) {
    const auto ranks = static_cast<std::int64_t>(locations.size());
    if (ranks < 2) {
        throw UsageError("one rank has no partner: start at least two, as in mpirun -np 2 network_test");
    }
    if (options.noise.processes > ranks - 2) {
        throw UsageError(
            fmt::format("-p {}: needs {} ranks or more, a pair and the noisy ones; the job has {}",
                        options.noise.processes, options.noise.processes + 2, ranks));
    }
}

}  // namespace fabricmap::network_test
