// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "placement/reports/reports.hpp"
#include "placement/starts/start.hpp"
#include "placement/valuing/message_regime.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::placement {
namespace {

/// Of values that are less precise than was asked for: more make the map an imprecise one.
constexpr double max_imprecise_fraction = 0.5;

/// "31 %", "-4.2 %".
std::string percent(double fraction) {
    return fmt::format("{:.1f} %", 100 * fraction);
}

std::string interval_text(const Gain& gain) {
    return fmt::format("95 % interval {} to {}", percent(gain.low), percent(gain.high));
}

bool are_long(const Placement& placement) {
    return placement.transfer_ratio >= min_transfer_ratio_of_long;
}

/// Long messages may gain by what crosses though their sum of delays does not.
std::string crossing_hint(const Placement& placement) {
    constexpr double worth_a_word = 0.9;
    const double ratio = ratio_to_before(placement, placement.value, Goal::crossing);
    if (placement.goal != Goal::delay || ratio > worth_a_word) return "";
    return fmt::format("  {:.0f} % fewer bytes would cross through {}; {}: --goal crossing.\n",
                       100 * (1 - ratio), placement.value_before.crossing_where,
                       are_long(placement) ? "these messages are long enough for that to count"
                                           : "that counts for longer messages than these");
}

/// What single delays gain may be lost where the ranks of a host send at once.
std::string adapter_hint(const Placement& placement) {
    const double more = placement.value.leaving_bytes - placement.value_before.leaving_bytes;
    if (more <= 0 || placement.gain.gain < min_gain) return "";
    return fmt::format(
        "  For that {} more would leave hosts, through adapters that their ranks share, and wait there.\n",
        format_bytes(more));
}

/// Why that is the goal, where nobody asked for it.
std::string goal_text(const Placement& placement) {
    if (!placement.goal_is_chosen || placement.goal != Goal::crossing) return "";
    return fmt::format(
        "  Goal: crossing. These messages are long, they take {:.1f} times the delay of the shortest, so "
        "that\n"
        "  the bytes on shared links count (--goal delay: the sum of delays instead).\n",
        placement.transfer_ratio);
}

/// "; the map is incomplete: its run did not end", where it is no good one.
std::string map_text(const HostDelays& delays) {
    std::vector<std::string> lacks;
    if (!delays.is_complete) lacks.emplace_back("its run did not end");
    if (delays.guessed_fraction > 0) {
        lacks.push_back(
            fmt::format("{} of the pairs of hosts were not measured", format_share(delays.guessed_fraction)));
    }
    std::string text =
        lacks.empty() ? "" : fmt::format("; the map is incomplete: {}", joined_by(lacks, ", "));
    if (delays.imprecise_fraction > max_imprecise_fraction) {
        text +=
            fmt::format("; the map is imprecise: {} of its values are less precise than the run asked for",
                        format_share(delays.imprecise_fraction));
    }
    return text;
}

/// "100 % of the bytes are in messages longer than 1K, the longest measured".
std::string beyond_text(const Placement& placement) {
    return fmt::format("{} of the bytes are in messages longer than {}, the longest measured",
                       format_share(placement.bytes_beyond), format_size(placement.delays.lengths.back()));
}

std::string no_gain_text(const Placement& placement, const std::string& what) {
    if (placement.rests_beyond()) {
        return fmt::format(
            "No gain can be promised for {}: {}{}.\n  Measure up to the length of these messages.\n{}", what,
            beyond_text(placement), map_text(placement.delays), crossing_hint(placement));
    }
    return fmt::format("No gain over by-slot placement for {} ({} less delay, {}){}.\n{}{}", what,
                       percent(placement.gain.gain), interval_text(placement.gain),
                       map_text(placement.delays), adapter_hint(placement), crossing_hint(placement));
}

/// What a gain in other numbers does to the sum of delays.
std::string delay_clause(const Placement& placement) {
    if (placement.rests_beyond())
        return fmt::format("what delays gain is not known: {}", beyond_text(placement));
    return fmt::format("the delays of all messages add up to {} less ({})", percent(placement.gain.gain),
                       interval_text(placement.gain));
}

std::string verdict(const Placement& placement) {
    const std::string what = fmt::format("{} on {}", counted(placement.pattern.ranks, "rank"),
                                         counted(std::ssize(placement.used_hosts), "host"));
    if (!placement.is_gain) return no_gain_text(placement, what);
    if (placement.goal != Goal::delay) {
        const std::string less = percent(1 - ratio_to_before(placement, placement.value, placement.goal));
        const std::string gained =
            placement.goal == Goal::slowest
                ? fmt::format("The slowest message of {} takes {} less than by slot", what, less)
                : fmt::format("{} fewer bytes of {} cross through {} than by slot", less, what,
                              placement.value_before.crossing_where);
        return fmt::format("{};\n{}{}.\n", gained, delay_clause(placement), map_text(placement.delays));
    }
    return fmt::format("The delays of all messages of {} add up to {} less than by slot ({}){}.\n", what,
                       percent(placement.gain.gain), interval_text(placement.gain),
                       map_text(placement.delays));
}

/// What the three numbers let expect of an application, and what not.
std::string expectation(const Placement& placement) {
    if (!placement.is_gain) return "";
    const double slowest = ratio_to_before(placement, placement.value, Goal::slowest);
    const double crossing = ratio_to_before(placement, placement.value, Goal::crossing);
    const std::string intro =
        "  That is no speed-up of the application. Where all ranks send at once and wait for all, a step "
        "of\n";
    if (are_long(placement)) {
        return intro + fmt::format(
                           "  these long messages takes between {:.2f} and 1 of its time: {:.2f} where "
                           "what crosses is its bottleneck.\n",
                           std::min(crossing, 1.0), crossing);
    }
    const std::string burst =
        crossing < slowest
            ? fmt::format(
                  " where a pair\n  sends one at a time, and down to {:.2f} (crossing) where it sends many",
                  crossing)
            : "";
    return intro + fmt::format("  these short messages takes about {:.2f} of its time (slowest){}.\n",
                               slowest, burst);
}

std::string value_row(const Placement& placement, const std::string& name, const Value& value) {
    const auto ratio = [&](Goal goal) { return ratio_to_before(placement, value, goal); };
    return fmt::format("  {:<14}{:>12} {:>6.3f} {:>12} {:>6.3f} {:>12} {:>6.3f}\n", name,
                       format_delay(value.delay_s), ratio(Goal::delay), format_delay(value.slowest_s),
                       ratio(Goal::slowest), format_bytes(value.crossing_bytes), ratio(Goal::crossing));
}

std::string value_table(const Placement& placement) {
    std::string text = fmt::format("  {:<14}{:>19} {:>19} {:>19}\n", "", "delay, ratio", "slowest, ratio",
                                   "crossing, ratio");
    text += value_row(placement, "by slot", placement.value_before);
    text += value_row(placement, placement.is_gain ? "placed" : "best found", placement.value);
    for (const Valued& other : placement.others) text += value_row(placement, other.name, other.value);
    text += fmt::format(
        "  delay: sum over all messages; slowest: the longest message of any rank; crossing: the most "
        "bytes\n  through {}{}.\n",
        placement.value_before.crossing_where,
        placement.value_before.crossing_where == "a cable" ? "" : ", per host of it");
    return text;
}

std::string level_table(const Placement& placement) {
    std::string text = "  Bytes by distance, by slot and placed:\n";
    const auto find = [](const std::vector<LevelBytes>& levels, const std::string& name) {
        const auto found = std::find_if(levels.begin(), levels.end(),
                                        [&](const LevelBytes& one) { return one.name == name; });
        return found == levels.end() ? 0 : found->bytes;
    };
    std::vector<std::string> names;
    for (const auto* const levels : {&placement.value_before.levels, &placement.value.levels}) {
        for (const LevelBytes& level : *levels) {
            if (std::find(names.begin(), names.end(), level.name) == names.end()) names.push_back(level.name);
        }
    }
    for (const std::string& name : names) {
        const double before = find(placement.value_before.levels, name);
        const double after = find(placement.value.levels, name);
        if (before == 0 && after == 0) continue;
        text += fmt::format("    {:<14}{:>12} {:>12}\n", name, format_bytes(before), format_bytes(after));
    }
    return text;
}

std::string search_text(const Placement& placement) {
    std::string text =
        placement.is_optimal
            ? std::string("  All placements were tried: none has less delay.\n")
            : fmt::format(
                  "  Found by: {}. No placement on these hosts gains more than {} (lower bound of the delay: "
                  "{}).\n",
                  placement.found_by, percent(1 - placement.bound_s / placement.value_before.delay_s),
                  format_delay(placement.bound_s));
    if (!has_scotch())
        text += "  This build has no Scotch: install libscotch-dev and build again for one more start.\n";
    return text;
}

std::string hosts_text(const Placement& placement) {
    std::string text;
    for (const AvoidedHost& avoided : placement.avoided)
        text += fmt::format("  Not used: {} ({})\n", avoided.host, avoided.reason);
    if (placement.used_hosts.size() == placement.slots.hosts.size()) return text;
    std::vector<std::string> names;
    for (const HostIndex host : placement.used_hosts) names.push_back(placement.delays.hosts[host]);
    return text + fmt::format("  Hosts: {} of {}: {}\n", names.size(), placement.slots.hosts.size(),
                              format_host_list(names));
}

}  // namespace

double ratio_to_before(const Placement& placement, const Value& value, Goal goal) {
    const double before = placement.value_before.of(goal);
    return before > 0 ? value.of(goal) / before : 1;
}

std::string result_line(const Placement& placement) {
    const bool is_gain = placement.is_gain;
    const Gain gain = is_gain && !placement.rests_beyond() ? placement.gain : Gain{};
    const Value& value = is_gain ? placement.value : placement.value_before;
    return fmt::format(
        "RESULT: gain={:.4f} low={:.4f} high={:.4f} slowest={:.4f} crossing={:.4f} bound={:.4f}\n", gain.gain,
        gain.low, gain.high, ratio_to_before(placement, value, Goal::slowest),
        ratio_to_before(placement, value, Goal::crossing),
        1 - placement.bound_s / placement.value_before.delay_s);
}

std::string terminal_report(const Placement& placement, const std::vector<WrittenLayout>& files) {
    std::string text = verdict(placement);
    text += goal_text(placement) + expectation(placement);
    if (placement.judged) {
        text += fmt::format("  Judged by {}: {} less ({}).\n", placement.judged_by,
                            percent(placement.judged->gain), interval_text(*placement.judged));
    }
    text += "\n" + value_table(placement) + "\n" + level_table(placement) + "\n";
    text += hosts_text(placement) + search_text(placement);
    for (const std::string& note : placement.notes) text += fmt::format("  Note: {}\n", note);
    if (!files.empty()) {
        text += placement.is_gain ? "\nWritten:\n" : "\nWritten, by slot:\n";
        for (const WrittenLayout& file : files)
            text += fmt::format("  {}\n    {}\n", file.file, file.command);
    }
    return text + "\n" + result_line(placement);
}

}  // namespace fabricmap::placement
