// SPDX-License-Identifier: Apache-2.0
#include "site/tune/tune_options.hpp"

#include "base/host_list.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/readers.hpp"

namespace fabricmap::site {
namespace {

using TuneRow = OptionRow<TuneOptions>;

/// Fewer decide nothing.
constexpr int min_jobs = 3;
constexpr int max_jobs = 20;

constexpr std::array tune_rows{
    TuneRow{"--ranks", "LIST [all]", "How many ranks take part, as of collective_test: 8,16,pow2",
            keep_word<&TuneOptions::ranks>},
    TuneRow{"--lengths", "LIST [pow2:8:64K]", "Message lengths, as of collective_test",
            keep_word<&TuneOptions::lengths>},
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
        "Rules are for Open MPI, of allgather, allreduce, alltoall, bcast and reduce.\n"
        "\nExit codes: 0 fine, whether something is faster or not, 5 nothing can be judged, 1 failed while\n"
        "running, 2 usage, 3 a file cannot be read or written, 130 interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    table.read();
    options.prefix = std::filesystem::absolute(options.prefix);
    return options;
}

}  // namespace fabricmap::site
