// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/program.hpp"
#include "command_line/sweep_options.hpp"
#include "netcdf_schema/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thread>
#include <zlib.h>

namespace fabricmap::clusterizer {
namespace {

constexpr std::int64_t max_threads = 256;
constexpr std::int64_t min_memory = std::int64_t{64} << 20;

/// The words as they were typed.
struct Words {
    std::string output;
    std::string statistic;
    std::string threshold = "auto";
    std::string absolute_threshold;
    std::string exceptions = "2";
    std::string shortest_range = "3";
    std::string memory = "1G";
    std::string threads;
    std::string query;
    std::string labels;
};

std::optional<double> read_threshold(const std::string& word) {
    if (word == "auto") return std::nullopt;
    const auto share = read_share(word);
    // 10 for 10% would be a factor of eleven.
    const bool plausible = share && *share >= 0 && (*share <= 1 || (word.ends_with('%') && *share < 1e6));
    if (plausible) return share;
    throw UsageError(fmt::format("--threshold {}: give auto, or a share such as 0.1 or 10%", word));
}

double read_absolute_threshold(const std::string& word) {
    if (word.empty()) return 0;
    const auto seconds = read_seconds(word);
    if (seconds && *seconds >= 0) return *seconds;
    throw UsageError(fmt::format("--absolute-threshold {}: give a time such as 2us or 2e-6", word));
}

Query read_query(const std::string& word) {
    const std::vector<std::string> parts = split(word, ',');
    if (parts.size() == 3) {
        const auto sender = read_number<std::int64_t>(parts[1]);
        const auto receiver = read_number<std::int64_t>(parts[2]);
        if (sender && receiver && *sender >= 0 && *receiver >= 0) {
            return {parse_size(parts[0], "--query"), *sender, *receiver};
        }
    }
    throw UsageError(
        fmt::format("--query {}: give a length, a sender and a receiver, such as 64K,0,17", word));
}

unsigned read_threads(const std::string& word) {
    const std::int64_t threads = read_count(word, "--threads", 1, "threads");
    if (threads > max_threads) {
        throw UsageError(fmt::format("--threads {}: give at most {}", word, max_threads));
    }
    return static_cast<unsigned>(threads);
}

Settings read_settings(const Words& words) {
    Settings settings;
    settings.threshold = read_threshold(words.threshold);
    settings.absolute_threshold = read_absolute_threshold(words.absolute_threshold);
    settings.exceptions =
        static_cast<std::size_t>(read_count(words.exceptions, "--exceptions", 0, "lengths"));
    settings.shortest_range =
        static_cast<std::size_t>(read_count(words.shortest_range, "--min-range", 1, "lengths"));
    const std::int64_t memory = parse_size(words.memory, "--max-memory");
    if (memory < min_memory) {
        throw UsageError(
            fmt::format("--max-memory {}: give {} or more", words.memory, format_size(min_memory)));
    }
    settings.memory_limit = static_cast<std::size_t>(memory);
    settings.threads = words.threads.empty() ? std::max(1U, std::thread::hardware_concurrency())
                                             : read_threads(words.threads);
    return settings;
}

void check_together(const Options& options) {
    const int reading = int{options.expand} + int{options.info} + int{options.query.has_value()};
    if (reading > 1) throw UsageError("--expand, --info and --query exclude each other");
    if (options.labels && reading > 0)
        throw UsageError("--labels: it goes with none of --expand, --info, --query");
    if (reading > 0 && options.runs.size() > 1) {
        throw UsageError(fmt::format("{}: this option takes one archive at a time", options.runs[1]));
    }
    if (options.expand && !options.output)
        throw UsageError("--expand: say with -o under which prefix to write");
    if ((options.info || options.query) && options.output) {
        throw UsageError("-o: --info and --query write to stdout; leave it out");
    }
}

void declare(CLI::App& app, Words& words, Options& options) {
    app.add_option("RUN", options.runs,
                   "Runs to compress: a prefix (all its statistics), one file (that one), or "
                   "synthetic:SCENARIO; with --expand, --info, --query an archive")
        ->required();
    app.add_option("-o,--output", words.output, "The archive to write; a prefix where there are several")
        ->option_text("ARCHIVE [RUN_STATISTIC_arc.nc]");
    app.add_option("--statistic", words.statistic,
                   "Only this one: min, average, median, max, deviation, count")
        ->option_text("NAME");
    app.add_option(
           "--threshold", words.threshold,
           "Values of a cluster differ by at most this share: 0.1, 10%, or as much as the noise needs")
        ->option_text("SHARE [auto]");
    app.add_option("--absolute-threshold", words.absolute_threshold,
                   "Or by at most this time, where that is more")
        ->option_text("TIME");
    app.add_option("--exceptions", words.exceptions,
                   "Lengths of a range at which a pair may differ more; such values are kept exactly")
        ->option_text("COUNT [2]");
    app.add_option("--min-range", words.shortest_range, "Fewest lengths of a range")
        ->option_text("COUNT [3]");
    app.add_option("--max-memory", words.memory, "Memory to use at most")->option_text("SIZE [1G]");
    app.add_option("--threads", words.threads, "Threads that compute")->option_text("COUNT [all cores]");
    app.add_flag("--expand", options.expand, "Write an archive as plain files: PREFIX_STATISTIC.nc");
    app.add_flag("--info", options.info, "Print what an archive holds, and which pairs each cluster has");
    app.add_option("--query", words.query, "Print one value of an archive, in seconds")
        ->option_text("LENGTH,SENDER,RECEIVER");
    app.add_option("--labels", words.labels, "Write the cluster of each pair in each range; - is stdout")
        ->option_text("FILE.csv");
    app.add_flag("--overwrite", options.overwrite, "Replace existing files");
    app.add_flag("--quiet", options.quiet, "No progress and no summary");
    app.set_help_flag("-h,--help", "Print this help");
    app.set_version_flag("--version", version_text("network_clusterizer", "zlib " ZLIB_VERSION),
                         "Print the versions");
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    Words typed;
    CLI::App app(
        "Finds the classes of pairs of ranks whose delays stay together while the message length changes, "
        "and\n"
        "keeps the run as these classes: a file hundreds of times smaller, with every value at hand.\n"
        "  network_clusterizer results/network               all statistics, results/network_*_arc.nc\n"
        "  network_clusterizer --info results/network_median_arc.nc\n"
        "  network_clusterizer --expand results/network_median_arc.nc -o plain/network",
        "network_clusterizer");
    declare(app, typed, options);
    app.footer(
        "An archive is opened wherever a run is, by network_convert for example.\n\n"
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, "
        "130 interrupted.\n");
    options.answer = parse_words(app, words);
    if (!options.answer.empty()) return options;

    options.settings = read_settings(typed);
    const bool reads_archive = options.expand || options.info || !typed.query.empty();
    for (const char* const name : {"--threshold", "--absolute-threshold", "--exceptions", "--min-range",
                                   "--max-memory", "--threads"}) {
        if (reads_archive && app.count(name) > 0) {
            throw UsageError(
                fmt::format("{}: it is for making an archive, and goes with none of --expand, --info, "
                            "--query",
                            name));
        }
    }
    refuse_stdout("-o", typed.output, options.expand ? "a run" : "an archive");
    if (!typed.output.empty()) options.output = typed.output;
    if (!typed.labels.empty()) options.labels = typed.labels;
    if (!typed.query.empty()) options.query = read_query(typed.query);
    if (!typed.statistic.empty()) options.statistic = read_statistic(typed.statistic);
    options.command_line = fmt::format("network_clusterizer {}", fmt::join(words, " "));
    check_together(options);
    return options;
}

}  // namespace fabricmap::clusterizer
