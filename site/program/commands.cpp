// SPDX-License-Identifier: Apache-2.0
#include "site/program/commands.hpp"

#include "command_line/program.hpp"
#include "site/check/check.hpp"
#include "site/check/idle_job.hpp"
#include "site/commands/commands.hpp"
#include "site/launch/launcher.hpp"
#include "site/tune/tune.hpp"

#include <array>

namespace fabricmap::site {
namespace {

ExitCode carry_out_check(const std::vector<std::string>& words) {
    const CheckOptions options = parse_check_words(words);
    if (!options.answer.empty()) {
        print_out(options.answer);
        return ExitCode::success;
    }
    // The job that this becomes has the same options.
    if (options.idle && !is_in_allocation()) become_job_on_idle_nodes(options, words);
    return check(options);
}

ExitCode carry_out_tune(const std::vector<std::string>& words) {
    const TuneOptions options = parse_tune_words(words);
    if (options.answer.empty()) return tune(options);
    print_out(options.answer);
    return ExitCode::success;
}

constexpr std::array questions{
    std::string_view("Is my cluster healthy?"),     std::string_view("Why does my program wait?"),
    std::string_view("Which setting is best?"),     std::string_view("Where do my ranks belong?"),
    std::string_view("What does a run look like?"), std::string_view("What does the network do?"),
    std::string_view("How do I try all this?"),
};

using P = Purpose;
constexpr std::array site_commands{
    SiteCommand{"check", P::health, "measure the hosts, diagnose, compare with accepted checks, keep",
                carry_out_check},
    SiteCommand{"accept", P::health, "say that a check shows the healthy machine", accept_check},
    SiteCommand{"reject", P::health, "say that it does not", reject_check},
    SiteCommand{"history", P::health, "a line for each check, or for what a host was in each", show_history},
    SiteCommand{"state", P::health, "what the last check said of a host", show_state},
    SiteCommand{"map", P::health, "what checks of parts of the site say together", show_map},
    SiteCommand{"diff", P::health, "what changed between two checks", show_difference},
    SiteCommand{"ticket", P::health, "what to write to the vendor of a host", write_ticket},
    SiteCommand{"drain", P::health, "Slurm's commands for the hosts that a check found faulty", drain_nodes},
    SiteCommand{"release", P::health, "the same for those that are healthy again", release_nodes},
    SiteCommand{"monitor", P::health, "the last state of each host, for Prometheus", write_metrics},
    SiteCommand{"prune", P::health, "remove old checks that are not accepted", prune_checks},
    SiteCommand{"why", P::waiting, "record a program and explain where its time goes", nullptr,
                "network_trace", "why"},
    SiteCommand{"rules", P::waiting, "find problems in traces and maps by rules", nullptr, "network_rules"},
    SiteCommand{"tune", P::tuning, "find the fastest algorithms of collective operations, and try them",
                carry_out_tune},
    SiteCommand{"measure collective", P::tuning, "time collective operations and their algorithms", nullptr,
                "collective_test"},
    SiteCommand{"place", P::placing, "choose a host for each rank of a traced program, and try it",
                place_ranks},
    SiteCommand{"show", P::looking, "matrices, curves and findings in a window", nullptr, "network_viewer"},
    SiteCommand{"export", P::looking, "PNG, CSV, JSON, text", nullptr, "network_convert"},
    SiteCommand{"cluster", P::looking, "classes of pairs, small archives", nullptr, "network_clusterizer"},
    SiteCommand{"measure p2p", P::measuring, "delays between all pairs, under mpirun or srun", nullptr,
                "network_test"},
    SiteCommand{"measure stream", P::measuring, "GB/s between all pairs", nullptr, "network_test",
                "-t stream"},
    SiteCommand{"diagnose", P::measuring, "name what is slow in a run", nullptr, "network_diagnose"},
    SiteCommand{"lab", P::trying, "make runs of fabrics with known faults", nullptr, "network_lab"},
};

constexpr std::array<std::string_view, 10> programs{
    "network_test",        "collective_test", "network_diagnose", "network_viewer", "network_convert",
    "network_clusterizer", "network_place",   "network_lab",      "network_trace",  "network_rules"};

}  // namespace

std::string_view question_of(Purpose purpose) noexcept {
    return questions.at(static_cast<std::size_t>(purpose));
}

std::span<const SiteCommand> all_site_commands() noexcept {
    return site_commands;
}

std::span<const std::string_view> all_programs() noexcept {
    return programs;
}

std::string_view short_name(std::string_view program) noexcept {
    constexpr std::string_view begin = "network_";
    constexpr std::string_view end = "_test";
    if (program.starts_with(begin)) return program.substr(begin.size());
    return program.ends_with(end) ? program.substr(0, program.size() - end.size()) : program;
}

}  // namespace fabricmap::site
