// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/commands.hpp"

#include "base/units.hpp"
#include "command_line/program.hpp"
#include "placement/patterns/open_pattern.hpp"
#include "placement/patterns/standard.hpp"
#include "placement/replay/arrangement.hpp"
#include "placement/replay/options.hpp"
#include "placement/replay/step.hpp"
#include "placement/replay/timed_steps.hpp"
#include "statistics/order_statistics.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace fabricmap::placement {
namespace {

struct StepTimes {
    double median = 0;
    double least = 0;
    double most = 0;
};

StepTimes summary_of(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return {median_of(times), times.front(), times.back()};
}

/// Of fewer pairs of steps no two of their ratios hold the median with 95 %.
constexpr std::size_t min_steps_of_interval = 8;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The median of what each step takes of the one before it as started, with its 95 % interval; that is
/// unknown of few.
struct MeasuredRatio {
    double median = 0;
    double low = 0;
    double high = 0;
};

MeasuredRatio ratio_of(const std::vector<double>& after, const std::vector<double>& before) {
    std::vector<double> ratios;
    for (std::size_t step = 0; step < after.size(); ++step) ratios.push_back(after[step] / before[step]);
    std::sort(ratios.begin(), ratios.end());
    const MedianInterval interval = median_interval(ratios.size());
    if (ratios.size() < min_steps_of_interval) return {median_of(ratios), unknown, unknown};
    return {median_of(ratios), ratios[interval.low], ratios[interval.high]};
}

std::string hosts_text(const Arrangement& process_of, const std::vector<std::string>& hosts) {
    std::string text;
    for (const RankIndex rank : process_of.indices())
        text += fmt::format("rank {} {}\n", +rank, hosts[static_cast<std::size_t>(process_of[rank])]);
    return text;
}

std::string time_text(const StepTimes& times) {
    return fmt::format("{} ({} to {})", format_delay(times.median), format_delay(times.least),
                       format_delay(times.most));
}

std::string result_text(const StepTimes& times, std::size_t steps, int ranks) {
    return fmt::format("RESULT: step_s={:.6g} min_s={:.6g} max_s={:.6g} steps={} ranks={}", times.median,
                       times.least, times.most, steps, ranks);
}

/// As started alone.
std::string replay_report(const Pattern& pattern, const std::vector<double>& times,
                          const std::string& hosts) {
    const StepTimes all = summary_of(times);
    std::string text;
    if (!hosts.empty()) {
        text = fmt::format("A step of {} takes {}, the median of {}.\n{}", pattern.name, time_text(all),
                           times.size(), hosts);
    }
    return text + result_text(all, times.size(), pattern.ranks) + "\n";
}

std::string interval_text(const MeasuredRatio& ratio, std::size_t steps) {
    if (steps < min_steps_of_interval) {
        return fmt::format("too few steps for an interval: {}, give --steps {} or more", steps,
                           min_steps_of_interval);
    }
    return fmt::format("95 % interval {:.3f} to {:.3f}, of {} pairs of steps", ratio.low, ratio.high, steps);
}

std::string trial_report(const Pattern& pattern, const std::vector<std::vector<double>>& times,
                         const std::string& file, const std::string& hosts) {
    const StepTimes before = summary_of(times.front());
    const StepTimes after = summary_of(times.back());
    const MeasuredRatio ratio = ratio_of(times.back(), times.front());
    std::string text;
    if (!hosts.empty()) {
        text = fmt::format(
            "A step of {} takes {:.3f} of its time as {} places it ({}).\n  as started {}\n  as placed  "
            "{}\n{}",
            pattern.name, ratio.median, file, interval_text(ratio, times.front().size()), time_text(before),
            time_text(after), hosts);
    }
    return text + fmt::format("{} after_s={:.6g} ratio={:.4f} low={:.4f} high={:.4f}\n",
                              result_text(before, times.front().size(), pattern.ranks), after.median,
                              ratio.median, ratio.low, ratio.high);
}

/// A job may have more processes than the pattern ranks where a placement is tried: those send nothing.
void require_ranks(const Pattern& pattern, const ReplayOptions& options, int processes) {
    const bool fits = options.valued.empty() ? pattern.ranks == processes : pattern.ranks <= processes;
    if (fits) return;
    throw UsageError(fmt::format("{}: it has {} ranks, and the job has {}: start {} of them", pattern.name,
                                 pattern.ranks, processes, pattern.ranks));
}

Pattern pattern_for(const ReplayOptions& options, int processes) {
    Pattern pattern;
    on_every_rank([&] {
        // Before its flows are made, of which there may be many.
        if (options.messages.empty())
            require_ranks(outline_of_standard_pattern(options.pattern, processes), options, processes);
        pattern = pattern_of(options.pattern, options.messages, processes);
        cut_into_messages(pattern, static_cast<double>(options.length));
        require_lengths_of_mpi(pattern);
        require_ranks(pattern, options, processes);
    });
    return pattern;
}

}  // namespace

ExitCode replay(const Session& session, Watchdog& watchdog, const std::vector<std::string>& arguments) {
    ReplayOptions options;
    on_every_rank([&] { options = parse_replay_options(arguments); });
    if (!options.answer.empty()) {
        on_first_rank([&] { print_out(options.answer); });
        return ExitCode::success;
    }
    watchdog.change_settings([&](Watchdog::Settings& settings) {
        settings.timeout = options.timeouts.timeout;
        settings.interrupt_message = [] { return std::string("ended by a signal; no times are known"); };
    });
    const Pattern pattern = pattern_for(options, session.size());
    // Rank 0 knows all hosts, the others may not.
    const std::vector<std::string> hosts = gather_texts(own_host());
    std::vector<Arrangement> arrangements{as_started(pattern.ranks)};
    if (!options.valued.empty()) {
        Arrangement placed = as_started(pattern.ranks);
        on_first_rank(
            [&] { placed = as_placed(read_layout(options.valued), hosts, pattern.ranks, options.valued); });
        const WaitScope waiting("agreeing with rank 0", Waiting::others, 0);
        MPI_Bcast(placed.data(), pattern.ranks, MPI_INT, 0, MPI_COMM_WORLD);
        arrangements.push_back(std::move(placed));
    }
    std::vector<Pattern> patterns;
    patterns.reserve(arrangements.size());
    for (const Arrangement& process_of : arrangements)
        patterns.push_back(between_processes(pattern, process_of, session.size()));
    const auto times = times_of_steps(patterns, session.rank(), options.steps);
    on_first_rank([&] {
        const std::string listed = options.quiet ? "" : hosts_text(arrangements.back(), hosts);
        print_out(times.size() == 1
                      ? replay_report(pattern, times.front(), listed)
                      : trial_report(pattern, times, options.valued.filename().string(), listed));
    });
    return ExitCode::success;
}

}  // namespace fabricmap::placement
