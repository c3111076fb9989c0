// SPDX-License-Identifier: Apache-2.0
#include "network_test/options.hpp"

#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/message_lengths.hpp"
#include "netcdf_schema/version.hpp"
#include "network_test/engine/places.hpp"
#include "network_test/engine/progress.hpp"
#include "network_test/mpi/session.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace fabricmap::network_test {
namespace {

/// The words as they were typed; they are read only when all of them are known.
struct Words {
    std::string type = "one_to_one";
    std::string file = "network";
    std::string begin = "0";
    std::string end = "10000";
    std::string step = "100";
    std::string lengths;
    std::string repeats = "100";
    std::string noise_length = "0";
    std::string noise_messages = "1";
    std::string noise_processes = "0";
    std::string precision = "2%";
    std::string warm_up = "3";
    std::string timing;
    std::string rma_sync;
    std::string seed;
    std::string pair_timeout = "30";
    std::string max_memory;
};

std::string mode_words() {
    std::string text;
    for (const Mode mode : all_modes) {
        text += fmt::format("\n  {:<25}{}", name_of(mode), mode_entry(mode).what);
    }
    return text;
}

std::int64_t read_count(std::string_view word, std::string_view option, std::int64_t least,
                        std::string_view unit) {
    std::int64_t value = 0;
    const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || rest != word.data() + word.size() || value < least) {
        throw UsageError(
            fmt::format("{} {}: give a whole number of {}, at least {}", option, word, unit, least));
    }
    return value;
}

double read_precision(std::string_view word) {
    const bool percent = word.ends_with('%');
    const std::string_view number = percent ? word.substr(0, word.size() - 1) : word;
    double value = 0;
    const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (percent) value /= 100;
    if (error != std::errc() || rest != number.data() + number.size() || !(value > 0 && value < 1)) {
        throw UsageError(
            fmt::format("--precision {}: give a share between 0 and 1, such as 0.02 or 2%", word));
    }
    return value;
}

std::chrono::seconds read_duration(std::string_view word, std::string_view option) {
    constexpr std::int64_t longest_s = std::int64_t{7} * 24 * 3600;
    const std::int64_t unit_s = word.ends_with('m') ? 60 : 1;
    const bool has_unit = word.ends_with('m') || word.ends_with('s');
    const auto number = has_unit ? word.substr(0, word.size() - 1) : word;
    const std::int64_t value = read_count(number, option, 1, "seconds, or of minutes as in 2m");
    if (value > longest_s / unit_s)
        throw UsageError(fmt::format("{} {}: at most a week is possible", option, word));
    return std::chrono::seconds(value * unit_s);
}

Mode read_mode(const std::string& word) {
    if (const auto mode = mode_named(word)) return *mode;
    throw UsageError(fmt::format("-t {}: there is no such mode; the modes are:{}", word, [] {
        std::string names;
        for (const Mode mode : all_modes) names += fmt::format(" {}", name_of(mode));
        return names;
    }()));
}

/// The timing that a mode has: chosen where it has several, its only one otherwise, nothing where its row of
/// the table of modes defines it without a name.
std::optional<Timing> timing_of(Mode mode, const std::string& word) {
    const bool free_choice = mode == Mode::one_to_one || mode == Mode::test_noise_blocking;
    if (word.empty()) {
        if (free_choice) return Timing::one_way;
        if (mode == Mode::send_recv_and_recv_send) return Timing::round_trip;
        if (mode == Mode::bcast) return Timing::synchronized;
        return std::nullopt;
    }
    const auto timing = timing_named(word);
    if (!timing) {
        throw UsageError(
            fmt::format("--timing {}: the timings are one_way, round_trip, receiver and synchronized", word));
    }
    const bool possible_for_bcast = *timing == Timing::receiver || *timing == Timing::synchronized;
    if (!free_choice && !(mode == Mode::bcast && possible_for_bcast)) {
        throw UsageError(
            fmt::format("--timing {}: {} has a timing of its own; the choice is for one_to_one and "
                        "test_noise_blocking (bcast: synchronized or receiver)",
                        word, name_of(mode)));
    }
    return timing;
}

RmaSync read_rma_sync(Mode mode, const std::string& word) {
    if (word.empty() || word == "lock" || word == "fence") {
        if (!word.empty() && mode_entry(mode).window == WindowOver::nothing) {
            throw UsageError(fmt::format("--rma-sync {}: it is for put_one_to_one and get_one_to_one, not {}",
                                         word, name_of(mode)));
        }
        return word == "fence" ? RmaSync::fence : RmaSync::lock;
    }
    throw UsageError(fmt::format("--rma-sync {}: give lock or fence", word));
}

NoiseParameters read_noise(Mode mode, const Words& words) {
    NoiseParameters noise;
    noise.message_length = parse_size(words.noise_length, "-l");
    noise.messages = read_count(words.noise_messages, "-m", 1, "messages");
    noise.processes = read_count(words.noise_processes, "-p", 0, "noisy ranks");
    if (noise.processes > 0 && !has_noise(mode)) {
        throw UsageError(
            fmt::format("-p {}: {} has no noisy ranks; take -t test_noise or test_noise_blocking",
                        noise.processes, name_of(mode)));
    }
    return noise;
}

void read_words(const Words& words, bool row_given, Options& options) {
    options.mode = read_mode(words.type);
    options.file = words.file;
    if (words.file.empty() || words.file.ends_with('/')) {
        throw UsageError(
            fmt::format("-f '{}': give a prefix for the files' names, such as results/network", words.file));
    }
    if (!words.lengths.empty() && row_given) {
        throw UsageError("--lengths: it stands instead of -b, -e and -s; give one or the other");
    }
    options.lengths = words.lengths.empty()
                          ? length_row(parse_size(words.begin, "-b"), parse_size(words.end, "-e"),
                                       parse_size(words.step, "-s"))
                          : parse_lengths(words.lengths);
    options.sampling.most = read_count(words.repeats, "-n", 1, "samples");
    options.sampling.warm_up = read_count(words.warm_up, "--warm-up", 0, "samples");
    options.sampling.precision = read_precision(words.precision);
    options.noise = read_noise(options.mode, words);
    options.timing = timing_of(options.mode, words.timing);
    options.rma_sync = read_rma_sync(options.mode, words.rma_sync);
    options.pair_timeout = read_duration(words.pair_timeout, "--pair-timeout");
    if (!words.seed.empty()) {
        options.seed = static_cast<std::uint64_t>(read_count(words.seed, "--seed", 0, "your choice"));
    }
    if (!words.max_memory.empty()) options.max_memory = parse_size(words.max_memory, "--max-memory");
    if (options.overwrite && options.resume) throw UsageError("--overwrite and --resume exclude each other");
    if (options.ordered && options.shuffle_lengths) {
        throw UsageError("--ordered and --shuffle-lengths exclude each other");
    }
    if (options.schedule != "auto" && options.schedule != "serial") {
        throw UsageError(fmt::format("--schedule {}: give serial or auto", options.schedule));
    }
}

void declare(CLI::App& app, Words& words, Options& options) {
    app.add_option("-t,--type", words.type, "Mode; the modes are listed below")
        ->option_text("MODE [one_to_one]");
    app.add_option("-f,--file", words.file, "Prefix of the files that are written")
        ->option_text("PREFIX [network]");
    app.add_option("-b,--begin", words.begin, "First message length")->option_text("SIZE [0]");
    app.add_option("-e,--end", words.end, "End of the message lengths, exclusive")
        ->option_text("SIZE [10000]");
    app.add_option("-s,--step", words.step, "Step from length to length")->option_text("SIZE [100]");
    app.add_option("--lengths", words.lengths,
                   "Lengths instead of -b -e -s: 0,1K,64K or pow2:1:4M or both joined")
        ->option_text("LIST");
    app.add_option("-n,--num-iterations", words.repeats, "Most samples of a pair at a length")
        ->option_text("COUNT [100]");
    app.add_flag("--fixed", options.sampling.fixed, "Take exactly that many samples");
    app.add_option("--precision", words.precision, "Stop when the median is known this well")
        ->option_text("SHARE [2%]");
    app.add_option("--warm-up", words.warm_up, "Samples thrown away first")->option_text("COUNT [3]");
    app.add_option("--timing", words.timing, "one_way, round_trip, receiver or synchronized")
        ->option_text("TIMING [one_way]");
    app.add_option("--rma-sync", words.rma_sync, "How put and get end: lock or fence")
        ->option_text("HOW [lock]");
    app.add_option("-l,--noise-length", words.noise_length, "Length of the noise messages")
        ->option_text("SIZE [0]");
    app.add_option("-m,--noise-messages", words.noise_messages, "Messages in a burst of noise")
        ->option_text("COUNT [1]");
    app.add_option("-p,--noise-procs", words.noise_processes, "Noisy ranks beside each pair")
        ->option_text("COUNT [0]");
    app.add_option("--schedule", options.schedule, "serial: one pair at a time; auto: serial for now")
        ->option_text("HOW [auto]");
    app.add_option("--seed", words.seed, "Seed of the order of pairs and of the noisy ranks")
        ->option_text("NUMBER [random]");
    app.add_flag("--ordered", options.ordered, "Measure the pairs row by row instead of shuffled");
    app.add_flag("--shuffle-lengths", options.shuffle_lengths, "Shuffle the lengths as well");
    app.add_flag("--check", options.check,
                 "Fill every message with a pattern and verify it on arrival (slower)");
    app.add_option("--pair-timeout", words.pair_timeout, "End the job when an exchange hangs this long")
        ->option_text("SECONDS [30]");
    app.add_option("--max-memory", words.max_memory, "Memory that a rank may use")
        ->option_text("SIZE [half of the host's free memory, divided by its ranks]");
    app.add_flag("--overwrite", options.overwrite, "Replace the files of an earlier run");
    app.add_flag("--resume", options.resume, "Go on with an interrupted run, after its last complete length");
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
    declare(app, words, command_line.options);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        command_line.answer = app.help();
        return command_line;
    } catch (const CLI::CallForVersion& version) {
        command_line.answer = std::string(version.what()) + "\n";
        return command_line;
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{}; see network_test --help", error.what()));
    }
    const bool row_given = app.count("-b") + app.count("-e") + app.count("-s") > 0;
    read_words(words, row_given, command_line.options);
    return command_line;
}

bool wants_progress(const Options& options) {
    return !options.quiet && stderr_reaches_terminal() && std::getenv("NO_COLOR") == nullptr;
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
    const bool one_to_one = options.mode != Mode::bcast && options.timing == Timing::synchronized;
    if (one_to_one && host_count(places) > 1) {
        throw UsageError(
            fmt::format("--timing synchronized: the ranks lie on {} hosts, whose clocks differ by more "
                        "than is measured; take one_way",
                        host_count(places)));
    }
}

}  // namespace fabricmap::network_test
