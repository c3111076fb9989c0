// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/commands.hpp"

#include "base/units.hpp"
#include "command_line/program.hpp"
#include "placement/patterns/open_pattern.hpp"
#include "placement/replay/options.hpp"
#include "placement/replay/step.hpp"
#include "placement/replay/timed_steps.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::placement {
namespace {

std::string replay_report(const Pattern& pattern, std::vector<double> times,
                          const std::vector<std::string>& hosts, bool quiet) {
    const double least = *std::min_element(times.begin(), times.end());
    const double most = *std::max_element(times.begin(), times.end());
    const std::size_t steps = times.size();
    const double median = median_of(times);
    std::string text;
    if (!quiet) {
        text += fmt::format("A step of {} takes {} (median of {}; {} to {}).\n", pattern.name,
                            format_delay(median), steps, format_delay(least), format_delay(most));
        for (std::size_t rank = 0; rank < hosts.size(); ++rank)
            text += fmt::format("rank {} {}\n", rank, hosts[rank]);
    }
    return text + fmt::format("RESULT: step_s={:.6g} min_s={:.6g} max_s={:.6g} steps={} ranks={}\n", median,
                              least, most, steps, hosts.size());
}

Pattern pattern_for(const ReplayOptions& options, const Session& session) {
    Pattern pattern;
    on_every_rank([&] {
        pattern = pattern_of(options.pattern, options.messages, session.size());
        require_lengths_of_mpi(pattern);
        if (pattern.ranks == session.size()) return;
        throw UsageError(fmt::format("{}: it has {} ranks, and the job has {}: start {} of them",
                                     pattern.name, pattern.ranks, session.size(), pattern.ranks));
    });
    return pattern;
}

}  // namespace

ExitCode replay(const Session& session, Watchdog&, const std::vector<std::string>& arguments) {
    ReplayOptions options;
    on_every_rank([&] { options = parse_replay_options(arguments); });
    if (!options.answer.empty()) {
        on_first_rank([&] { print_out(options.answer); });
        return ExitCode::success;
    }
    const Pattern pattern = pattern_for(options, session);
    const std::vector<std::string> hosts = gather_texts(own_host());
    const std::vector<double> times = times_of_steps(pattern, session.rank(), options.steps);
    on_first_rank([&] { print_out(replay_report(pattern, times, hosts, options.quiet)); });
    return ExitCode::success;
}

}  // namespace fabricmap::placement
