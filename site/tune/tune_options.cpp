// SPDX-License-Identifier: Apache-2.0
#include "site/tune/tune_options.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "base/message_lengths.hpp"
#include "base/nearest.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace fabricmap::site {
namespace {

using TuneRow = OptionRow<TuneOptions>;

/// Operations whose algorithm Open MPI lets one choose.
constexpr std::array<std::string_view, 13> tunable_operations{
    "allgather", "allgatherv", "allreduce", "alltoall", "alltoallv",      "bcast",
    "exscan",    "gather",     "reduce",    "scan",     "reduce_scatter", "reduce_scatter_block",
    "scatter"};

void require_tunable(const std::string& operations) {
    const std::vector<std::string_view> known(tunable_operations.begin(), tunable_operations.end());
    for (const std::string& operation : split(operations, ',')) {
        if (std::find(known.begin(), known.end(), operation) != known.end()) continue;
        throw UsageError(fmt::format("OPS: {}: not an operation whose algorithms can be chosen{}", operation,
                                     suggestion(operation, known)));
    }
}

/// As collective_test takes them; what is wrong is to be refused before anything is started.
std::string read_lengths(const std::string& word) {
    if (!word.starts_with("adaptive")) (void)parse_lengths(word);
    return word;
}

std::string read_ranks(const std::string& word) {
    constexpr int min_ranks = 2;
    for (const std::string& part : split(word, ',')) {
        if (part == "all" || part == "pow2" || read_number<int>(part).value_or(0) >= min_ranks) continue;
        throw UsageError(fmt::format(
            "--ranks {}: give numbers of at least 2, pow2, all, or several joined by commas", word));
    }
    return word;
}

/// Fewer decide nothing.
constexpr int min_jobs = 3;
constexpr int max_jobs = 20;

constexpr std::array tune_rows{
    TuneRow{"--ranks", "LIST [all]", "How many ranks take part, as of collective_test: 8,16,pow2",
            [](const std::string& word, TuneOptions& to) { to.ranks = read_ranks(word); }},
    TuneRow{"--lengths", "LIST [pow2:8:64K]", "Message lengths, as of collective_test",
            [](const std::string& word, TuneOptions& to) { to.lengths = read_lengths(word); }},
    TuneRow{"--hosts", "LIST [those of the allocation]",
            "Hosts, as in node[01-16],login1; one rank is started on each",
            [](const std::string& word, TuneOptions& to) { to.hosts = expand_host_list(word); }},
    TuneRow{"--launcher", "LINE [srun or mpirun]",
            "What starts an MPI program, with as many ranks a host as the application has",
            keep_word<&TuneOptions::launcher>},
    TuneRow{"--jobs", "COUNT [3]", "How many jobs compare all algorithms, 3 to 20",
            [](const std::string& word, TuneOptions& to) {
                to.jobs = static_cast<int>(read_bounded(word, "--jobs", min_jobs, max_jobs));
            }},
    TuneRow{"--time", "TIME [20m]", "Finish measuring within this time, such as 10m",
            [](const std::string& word, TuneOptions& to) { to.time = read_duration(word, "--time"); }},
    TuneRow{"-f,--file", "PREFIX [tune]", "Write PREFIX.rules, and the runs PREFIX_job1 and so on",
            [](const std::string& word, TuneOptions& to) { to.prefix = read_prefix(word); }},
};

}  // namespace

TuneOptions parse_tune_words(const std::vector<std::string>& words) {
    TuneOptions options;
    Command app(
        "Compares the MPI library's algorithms of collective operations over several jobs, writes rules "
        "that\n"
        "take the faster ones, and measures once more with these.\n"
        "  fabricmap tune allreduce,bcast --launcher 'mpirun -np 64' --lengths 8,1K,64K,1M",
        "fabricmap tune");
    app.add_option("OPS", options.operations, "Operations, as of collective_test -t: allreduce,bcast")
        .required();
    OptionTable table(tune_rows, options);
    table.declare(app);
    app.add_help();
    app.set_footer(
        "Rules are for Open MPI, of allgather, allreduce, alltoall, bcast and reduce. They are kept where "
        "two pairs of jobs\nwithout and with them show the same gain.\n"
        "\nExit codes: 0 fine, whether something is faster or not, 5 undecided: the jobs disagree, or "
        "nothing can be judged,\n1 failed while running, 2 usage, 3 a file cannot be read or written, 130 "
        "interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    require_tunable(options.operations);
    table.read();
    options.prefix = std::filesystem::absolute(options.prefix);
    return options;
}

}  // namespace fabricmap::site
