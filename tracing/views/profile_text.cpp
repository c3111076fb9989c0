// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "tracing/views/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

namespace fabricmap::tracing {
namespace {

std::string percent_of(double part, double whole) {
    return whole > 0 ? fmt::format("{:.1f}", 100 * part / whole) : "-";
}

std::string describe_head(const Recording& recording, const Profile& profile) {
    std::set<std::string> hosts;
    for (const RankRecording& rank : recording.ranks) hosts.insert(rank.host());
    const std::string program = std::filesystem::path(recording.ranks.front().program()).filename();
    return fmt::format("{}: {} on {}, {}, {} in MPI ({} % of the {}' time)\n", program,
                       counted(recording.rank_count, "rank"), counted(std::ssize(hosts), "host"),
                       format_duration(profile.seconds), format_delay(profile.communication_seconds),
                       percent_of(profile.communication_seconds, profile.thread_seconds),
                       profile.thread_seconds > profile.process_seconds ? "threads" : "processes");
}

/// Nothing where all ranks are on one host.
std::string describe_clock_messages(std::uint64_t count) {
    if (count == 0) return {};
    return fmt::format(" by {} of the recorder's own", counted(static_cast<std::int64_t>(count), "message"));
}

std::string describe_recording(const Recording& recording, const Profile& profile) {
    FileHeader sum;
    std::uint64_t bytes = 0;
    std::uint64_t clock_messages = 0;
    for (const RankRecording& rank : recording.ranks) {
        bytes += rank.file_bytes;
        sum.lost_calls += rank.header.lost_calls;
        sum.buffer_waits += rank.header.buffer_waits;
        sum.buffer_wait_ns += rank.header.buffer_wait_ns;
        const ClockMessages own = clock_messages_of(rank.header);
        clock_messages += own.sent + own.answers;
    }
    const bool uses_counter = recording.ranks.front().header.counter_is_monotonic == 0;
    return fmt::format(
        "Recorded: {} calls in {} records, {}; lost {}; waited {} times for a buffer ({}); "
        "clock: {}, within {} of rank 0's{}\n",
        profile.calls, profile.records, format_bytes(static_cast<double>(bytes)), sum.lost_calls,
        sum.buffer_waits, format_delay(static_cast<double>(sum.buffer_wait_ns) * 1e-9),
        uses_counter ? "the processor's counter" : "CLOCK_MONOTONIC", format_delay(profile.clock_error_s),
        describe_clock_messages(clock_messages));
}

/// A row of a table; what was sent is left empty where it is nothing.
std::string describe_row(std::string_view name, std::size_t width, std::uint64_t calls, double seconds,
                         std::uint64_t sent_bytes, double imbalance, const Profile& profile) {
    return fmt::format("{:<{}} {:>12} {:>10} {:>6} {:>10} {:>10}\n", name, width, calls,
                       format_delay(seconds), percent_of(seconds, profile.thread_seconds),
                       sent_bytes == 0 ? "" : format_bytes(static_cast<double>(sent_bytes)),
                       format_share(imbalance));
}

/// Those with a hundredth of the place's time, and not more than a few: the rest is counted.
std::size_t callers_to_show(const ProfileLine& line) {
    constexpr std::ptrdiff_t max_callers = 5;
    const auto end = std::find_if(line.callers.begin(), line.callers.end(), [&](const CallerLine& caller) {
        return caller.seconds < 0.01 * line.seconds;
    });
    return static_cast<std::size_t>(std::min(end - line.callers.begin(), max_callers));
}

std::string describe_callers(const ProfileLine& line, std::size_t width, const Profile& profile) {
    std::string text;
    const std::size_t shown = callers_to_show(line);
    for (const CallerLine& caller : std::span(line.callers).first(shown)) {
        text += describe_row("  from " + caller.callers, width, caller.calls, caller.seconds, 0,
                             caller.imbalance, profile);
    }
    if (shown == line.callers.size()) return text;
    return text + fmt::format(
                      "  and from {}\n",
                      counted(std::ssize(line.callers) - static_cast<std::ptrdiff_t>(shown), "other caller"));
}

std::string describe_lines(std::string_view title, std::span<const ProfileLine> lines,
                           const Profile& profile) {
    std::size_t width = title.size();
    constexpr std::size_t max_width = 60;
    const auto name = [](const ProfileLine& line) {
        return line.place.empty() ? line.function : line.place + "  " + line.function;
    };
    for (const ProfileLine& line : lines) {
        width = std::max(width, name(line).size());
        for (const CallerLine& caller : std::span(line.callers).first(callers_to_show(line)))
            width = std::max(width, std::min(max_width, caller.callers.size() + 7));
    }
    std::string text = fmt::format("\n{:<{}} {:>12} {:>10} {:>6} {:>10} {:>10}\n", title, width, "calls",
                                   "time", "%", "sent", "imbalance");
    for (const ProfileLine& line : lines) {
        text += describe_row(name(line), width, line.calls, line.seconds, line.sent_bytes, line.imbalance,
                             profile);
        text += describe_callers(line, width, profile);
    }
    return text;
}

std::string describe_phases(std::span<const PhaseLine> phases, const Profile& profile) {
    if (phases.empty()) return {};
    constexpr std::string_view title = "PHASE";
    std::size_t width = title.size();
    for (const PhaseLine& phase : phases) width = std::max(width, phase.name.size());
    std::string text = fmt::format("\n{:<{}} {:>12} {:>10} {:>6} {:>10} {:>10}\n", title, width, "entries",
                                   "time", "%", "in MPI", "imbalance");
    for (const PhaseLine& phase : phases) {
        text += fmt::format("{:<{}} {:>12} {:>10} {:>6} {:>10} {:>10}\n", phase.name, width, phase.entries,
                            format_delay(phase.seconds), percent_of(phase.seconds, profile.thread_seconds),
                            format_delay(phase.communication_seconds), format_share(phase.imbalance));
    }
    return text;
}

/// What a reader must know before he believes the rest.
std::string describe_limits(const Recording& recording, const Profile& profile) {
    std::string text = describe_gaps(recording);
    if (profile.damaged_threads > 0) {
        text += fmt::format("The calls of {} make no sense from some point on\n",
                            counted(static_cast<std::int64_t>(profile.damaged_threads), "thread"));
    }
    for (const OpenCallLine& open : profile.open_calls) {
        text += fmt::format("Rank {} is in {} at {} since {:.3f} s, for {} when last seen\n", open.rank,
                            open.function, open.place, open.since_s, format_duration(open.observed_s));
    }
    return text;
}

}  // namespace

std::string describe_run(const Recording& recording, const Profile& profile) {
    return describe_head(recording, profile) + describe_limits(recording, profile);
}

std::string describe_profile(const Recording& recording, const Profile& profile, std::size_t max_places) {
    std::string text = describe_head(recording, profile);
    text += describe_recording(recording, profile);
    const std::string limits = describe_limits(recording, profile);
    if (!limits.empty()) text += '\n' + limits;
    text += describe_phases(profile.phases, profile);
    text += describe_lines("FUNCTION", profile.functions, profile);
    const std::span<const ProfileLine> places(profile.places);
    text += describe_lines("PLACE", places.first(std::min(max_places, places.size())), profile);
    if (places.size() > max_places) {
        text += fmt::format("... and {}; --places lists more\n",
                            counted(std::ssize(places) - static_cast<std::ptrdiff_t>(max_places), "place"));
    }
    return text;
}

}  // namespace fabricmap::tracing
