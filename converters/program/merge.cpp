// SPDX-License-Identifier: Apache-2.0
#include "converters/program/merge.hpp"

#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "base/utf8.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "converters/merging/merge_runs.hpp"

#include <fmt/format.h>

#include <array>

namespace fabricmap::converters {
namespace {

using MergeRow = OptionRow<MergeRequest>;
using std::chrono::days;

constexpr days default_half_life{7};
constexpr days default_max_age{28};
constexpr std::int64_t max_days = 3650;

constexpr std::array merge_rows{
    MergeRow{"-o,--output", "PREFIX", "Where the run is written",
             [](const std::string& word, MergeRequest& to) { to.output = read_prefix(word); }, nullptr, true},
    MergeRow{"--half-life", "DAYS [7]", "After so many days a value counts half as much as one of today",
             [](const std::string& word, MergeRequest& to) {
                 to.half_life = days(read_bounded(word, "--half-life", 1, max_days));
             }},
    MergeRow{"--max-age", "DAYS [28]", "Leave out what is older",
             [](const std::string& word, MergeRequest& to) {
                 to.max_age = days(read_bounded(word, "--max-age", 1, max_days));
             }},
    MergeRow{
        "--overwrite", nullptr, "Replace an existing run",
        [](const std::string& /*word*/, MergeRequest& to) { to.existing = RunWriter::Existing::overwrite; }},
};

std::string age_text(double seconds) {
    constexpr double day_s = 86400;
    return seconds < 2 * day_s ? format_duration(seconds) : fmt::format("{:.1f} days", seconds / day_s);
}

std::string merged_text(const MergedRun& merged) {
    std::string text = fmt::format("{} of {}: {} of {} pairs measured, the oldest {} ago\n",
                                   counted(static_cast<std::int64_t>(merged.hosts), "host"),
                                   counted(static_cast<std::int64_t>(merged.jobs), "measurement"),
                                   merged.measured_pairs, merged.pairs, age_text(merged.oldest_s));
    if (!merged.changed_hosts.empty()) {
        text += fmt::format("Older values contradict newer ones and are left out: {}\n",
                            printable(format_host_list(merged.changed_hosts)));
    }
    return text;
}

}  // namespace

void merge(const std::vector<std::string>& words) {
    MergeRequest request;
    request.half_life = default_half_life;
    request.max_age = default_max_age;
    std::vector<std::string> jobs;
    OptionTable table(merge_rows, request);
    Command app(
        "Makes one run of several that measured parts of a machine, by the names of the hosts. Beside each "
        "pair stands its\nage (age_s):\n"
        "  network_convert merge monday,monday2 thursday -o site",
        "network_convert merge");
    app.add_option("RUN", jobs, "Runs; those of one job with commas between them count as one").required();
    table.declare(app);
    app.add_help();
    app.set_footer(
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read or written, 130 "
        "interrupted.\n");
    const std::string answer = app.parse(words);
    if (!answer.empty()) {
        print_out(answer);
        return;
    }
    table.read();
    for (const std::string& job : jobs) request.jobs.push_back(split(job, ','));
    const MergedRun merged = merge_runs(request);
    for (const std::string& left : merged.left_out)
        remark(fmt::format("network_convert: warning: {}: left out\n", left));
    print_out(merged_text(merged));
}

}  // namespace fabricmap::converters
