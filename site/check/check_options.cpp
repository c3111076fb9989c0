// SPDX-License-Identifier: Apache-2.0
#include "site/check/check_options.hpp"

#include "base/host_list.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/readers.hpp"
#include "site/check/preset.hpp"

#include <algorithm>
#include <set>

namespace fabricmap::site {
namespace {

using CheckRow = OptionRow<CheckOptions>;

constexpr int max_runs = 20;

/// Each host once, in its order.
std::vector<std::string> without_repeats(std::vector<std::string> hosts) {
    std::set<std::string> seen;
    std::erase_if(hosts, [&](const std::string& host) { return !seen.insert(host).second; });
    return hosts;
}

constexpr std::array check_rows{
    CheckRow{"--hosts", "LIST [those of the allocation]",
             "Hosts, as in node[01-16],login1; one rank is started on each",
             [](const std::string& word, CheckOptions& to) {
                 to.hosts = without_repeats(expand_host_list(word));
             }},
    CheckRow{"--idle", nullptr,
             "The nodes that are idle in Slurm now, in a job of low priority and ten minutes; with --time "
             "another",
             nullptr, &CheckOptions::idle},
    CheckRow{"--preset", "quick|standard|thorough [standard]", "How much is measured, see below",
             [](const std::string& word, CheckOptions& to) { to.preset = preset_named(word).name; }}
        .completed_by([] { return names_in(all_presets()); }),
    CheckRow{"--time", "TIME [that of the preset]",
             "Finish measuring within this time, such as 10m; the diagnosis comes after it",
             [](const std::string& word, CheckOptions& to) { to.time = read_duration(word, "--time"); }},
    CheckRow{"--runs", "COUNT [3]", "How often all pairs are measured, up to 20; the run is what is compared",
             [](const std::string& word, CheckOptions& to) {
                 to.runs = static_cast<int>(read_bounded(word, "--runs", 1, max_runs));
             }},
    CheckRow{"--launcher", "LINE [srun or mpirun]",
             "What starts an MPI program; {hosts} and {ranks} in it are replaced",
             keep_word<&CheckOptions::launcher>},
    CheckRow{"--note", "TEXT", "Kept with the check, as why it was made", keep_word<&CheckOptions::note>},
    CheckRow{"--dry-run", nullptr, "Print the plan with estimates of time and memory, and stop", nullptr,
             &CheckOptions::dry_run},
    CheckRow{"--store", "FOLDER [/var/lib/fabricmap]",
             "Where checks are kept; FABRICMAP_STORE says so too. Of users below their home",
             keep_word<&CheckOptions::store>},
};

}  // namespace

CheckOptions parse_check_words(const std::vector<std::string>& words) {
    CheckOptions options;
    options.preset = default_preset;
    Command app(
        "Measures the hosts, diagnoses them, compares them with the accepted checks, and keeps the result.\n"
        "  fabricmap check --hosts node[01-16] --preset quick\n"
        "  salloc -N 16 fabricmap check --note 'after the firmware update'",
        "fabricmap check");
    OptionTable table(check_rows, options);
    table.declare(app);
    app.add_config("/etc/fabricmap/check.toml");
    app.add_help();
    app.set_footer(
        "Presets:\n"
        "  quick     lengths 0, 64K and 256K within 5 minutes\n"
        "  standard  lengths 0, 4K, 64K and 1M, also both ways at once, within 20 minutes\n"
        "  thorough  41 lengths up to 4M, also both ways at once, within an hour\n"
        "\nExit codes: 0 healthy, 4 faults, 5 undecided or incomplete, 1 failed while running, 2 usage,\n"
        "3 a file cannot be read or written, 130 interrupted.\n");
    options.answer = app.parse(words);
    if (options.answer.empty()) table.read();
    return options;
}

}  // namespace fabricmap::site
