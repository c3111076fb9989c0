// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/program/options.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "command_line/sweep_options.hpp"
#include "netcdf_schema/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>
#include <zlib.h>

namespace fabricmap::clusterizer {
namespace {

constexpr std::int64_t max_threads = 256;
constexpr std::int64_t min_memory = std::int64_t{64} << 20;

std::optional<double> read_threshold(const std::string& word) {
    if (word == "auto") return std::nullopt;
    const auto share = read_share(word);
    // 10 for 10% would be a factor of eleven.
    const bool plausible = share && *share >= 0 && (*share <= 1 || (word.ends_with('%') && *share < 1e6));
    if (plausible) return share;
    throw UsageError(
        fmt::format("--threshold {}: give auto, a percentage such as 10%, or a fraction such as 0.1", word));
}

double read_absolute_threshold(const std::string& word) {
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

std::size_t read_memory(const std::string& word) {
    const std::int64_t memory = parse_size(word, "--max-memory");
    if (memory >= min_memory) return static_cast<std::size_t>(memory);
    throw UsageError(fmt::format("--max-memory {}: give {} or more", word, format_size(min_memory)));
}

using Row = OptionRow<Options>;

constexpr std::array rows{
    Row{"-o,--output", "ARCHIVE [RUN_STATISTIC_arc.nc]",
        "The archive to write; a prefix where there are several", keep_word<&Options::output>},
    Row{"--statistic", "NAME", "Only this one: min, average, median, max, deviation, count",
        [](const std::string& word, Options& to) { to.statistic = read_statistic(word); }}
        .completed_by(statistic_names),
    Row{"--threshold", "PERCENT [auto]",
        "Largest difference between values of a cluster, such as 10%; auto: from the noise",
        [](const std::string& word, Options& to) { to.settings.threshold = read_threshold(word); }},
    Row{"--absolute-threshold", "TIME", "The same as a time; the larger of the two holds",
        [](const std::string& word, Options& to) {
            to.settings.absolute_threshold = read_absolute_threshold(word);
        }},
    Row{"--exceptions", "COUNT [2]",
        "Lengths of a range at which a pair may differ more; such values are kept exactly",
        [](const std::string& word, Options& to) {
            to.settings.exceptions = static_cast<std::size_t>(read_count(word, "--exceptions", 0, "lengths"));
        }},
    Row{"--min-range", "COUNT [3]", "Smallest number of lengths in a range",
        [](const std::string& word, Options& to) {
            to.settings.shortest_range =
                static_cast<std::size_t>(read_count(word, "--min-range", 1, "lengths"));
        }},
    Row{"--max-memory", "SIZE [1G]", "Largest amount of memory to use",
        [](const std::string& word, Options& to) { to.settings.memory_limit = read_memory(word); }},
    Row{"--threads", "COUNT [all cores]", "Number of threads",
        [](const std::string& word, Options& to) {
            to.settings.threads = static_cast<unsigned>(read_bounded(word, "--threads", 1, max_threads));
        }},
    Row{"--expand", nullptr, "Write an archive as plain files: PREFIX_STATISTIC.nc", nullptr,
        &Options::expand},
    Row{"--info", nullptr, "Print what an archive holds and the pairs of each cluster", nullptr,
        &Options::info},
    Row{"--query", "LENGTH,SENDER,RECEIVER", "Print one value of an archive, in seconds",
        [](const std::string& word, Options& to) { to.query = read_query(word); }},
    Row{"--labels", "FILE.csv", "Write the cluster of each pair in each range; - is stdout",
        keep_word<&Options::labels>},
    Row{"--overwrite", nullptr, "Replace existing files", nullptr, &Options::overwrite},
    Row{"--verbose", nullptr, "With --info: all ranges, up to 24 clusters of each, whole host lists", nullptr,
        &Options::verbose},
    Row{"--quiet", nullptr, "No progress and no summary", nullptr, &Options::quiet},
};

void check_together(const Options& options) {
    const int reading = int{options.expand} + int{options.info} + int{options.query.has_value()};
    if (reading > 1) throw UsageError("--expand, --info and --query exclude each other");
    if (options.labels && reading > 0) throw UsageError("--labels: remove --expand, --info or --query");
    if (reading > 0 && options.runs.size() > 1) {
        throw UsageError(fmt::format("{}: this option takes one archive at a time", options.runs[1]));
    }
    if (options.expand && !options.output) throw UsageError("--expand: needs -o PREFIX");
    if ((options.info || options.query) && options.output) {
        throw UsageError("-o: --info and --query write to stdout; remove it");
    }
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    Options options;
    options.settings.threads = std::max(1U, std::thread::hardware_concurrency());
    OptionTable table(rows, options);
    Command app(
        "Finds classes of pairs of ranks whose delays agree over ranges of message lengths, and stores a run "
        "as\n"
        "these classes: a file hundreds of times smaller that still gives every value.\n"
        "  network_clusterizer results/network               all statistics, results/network_*_arc.nc\n"
        "  network_clusterizer --info results/network_median_arc.nc\n"
        "  network_clusterizer --expand results/network_median_arc.nc -o plain/network",
        "network_clusterizer");
    app.add_option("RUN", options.runs,
                   "Runs to compress: a prefix (all its statistics), one file (that one), or "
                   "synthetic:SCENARIO; with --expand, --info, --query an archive")
        .required();
    table.declare(app);
    app.add_help();
    app.add_version(version_text("network_clusterizer", "zlib " ZLIB_VERSION));
    app.set_footer(
        "All programs accept an archive wherever they accept a run.\n\n"
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, "
        "130 interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;

    table.read();
    const bool reads_archive = options.expand || options.info || options.query;
    for (const char* const name : {"--threshold", "--absolute-threshold", "--exceptions", "--min-range",
                                   "--max-memory", "--threads"}) {
        if (reads_archive && app.is_given(name)) {
            throw UsageError(
                fmt::format("{}: only for making an archive; remove --expand, --info or --query", name));
        }
    }
    if (options.output) refuse_stdout("-o", *options.output, options.expand ? "a run" : "an archive");
    options.command_line = fmt::format("network_clusterizer {}", joined_by(words, " "));
    check_together(options);
    return options;
}

}  // namespace fabricmap::clusterizer
