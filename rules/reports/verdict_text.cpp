// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "rules/reports/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <vector>

namespace fabricmap::rules {
namespace {

std::string lost_text(const Report& report) {
    return fmt::format(" Lost: {} of the {} of its processes ({}), {}.", format_delay(report.seconds),
                       format_delay(report.process_seconds), report.processes, format_share(report.fraction));
}

std::string inputs_text(const Report& report) {
    std::string text;
    for (const auto& [name, path] : report.compared_traces)
        text += fmt::format("Trace {}: {}\n", name, path.string());
    for (const MapLabel& map : report.maps) {
        text +=
            fmt::format("Map{}{}: {}\n", map.name.empty() ? "" : " ", map.name, joined_by(map.runs, ", "));
    }
    return text;
}

/// A shell has 128 and the signal's number for a process that a signal ended, and so have launchers.
std::string ending_text(const Report& report) {
    constexpr int by_signal = 128;
    if (report.exit_code.value_or(0) == 0) return {};
    const int code = *report.exit_code;
    const char* const name = code > by_signal ? sigabbrev_np(code - by_signal) : nullptr;
    return fmt::format("The program failed: it ended with code {}{}; what follows is up to there.\n", code,
                       name == nullptr ? "" : fmt::format(" (SIG{})", name));
}

/// Where the ranks of a program that failed were then; the one that fell silent first is where to look first.
std::string last_seen_text(const Report& report) {
    constexpr std::size_t max_shown = 4;
    if (report.exit_code.value_or(0) == 0) return {};
    std::vector<tracing::IncompleteRank> ranks = report.incomplete_ranks;
    std::erase_if(ranks, [](const tracing::IncompleteRank& one) { return one.last_seen.empty(); });
    std::stable_sort(ranks.begin(), ranks.end(),
                     [](const auto& one, const auto& other) { return one.seen_s < other.seen_s; });
    std::string text;
    for (std::size_t k = 0; k < std::min(ranks.size(), max_shown); ++k) {
        text += fmt::format("  rank {} {}, last seen at {:.3f} s\n", ranks[k].rank,
                            printable(ranks[k].last_seen), ranks[k].seen_s);
    }
    if (text.empty()) return {};
    if (ranks.size() > max_shown) text += fmt::format("  and {} more\n", ranks.size() - max_shown);
    return "Where its ranks were, the one that fell silent first on top:\n" + text;
}

std::string sharing_text(const Report& report) {
    if (report.ranks_per_processor <= 1) return {};
    return fmt::format(
        "Up to {:.0f} ranks share a processor: they wait for each other, and times say little of the "
        "program.\n",
        report.ranks_per_processor);
}

/// What is above the limit, or that nothing is, as far as that is known.
std::string above_text(const Report& report) {
    const bool has_trace = !report.trace.empty();
    const std::string limit = format_share(report.fail_above) + (has_trace ? " of the run" : "");
    if (report.above > 0)
        return fmt::format("{} above {}", counted(static_cast<std::int64_t>(report.above), "problem"), limit);
    if (report.verdict() == RulesVerdict::undecided) return "nothing above " + limit;
    const bool is_little = report.fraction + report.unexplained_fraction <= report.fail_above;
    if (!is_little && has_trace) return "No single problem above " + limit;
    const bool is_table_known = !has_trace || !report.times.ranks.empty();
    return is_table_known
               ? "No problem above " + limit
               : "No rule finds a problem above " + limit + "; how much MPI time none explains is not known";
}

/// Why nothing can be decided.
std::string undecided_text(const Report& report) {
    const std::string missing = report.incomplete_ranks.empty()
                                    ? "the trace says that it is not complete"
                                    : tracing::describe_incomplete(report.incomplete_ranks);
    return fmt::format(
        "undecided: {}{}", missing,
        report.hides_partners() ? ". What was done there, and who waited for it, is not known" : "");
}

/// Of a trace that is not complete, and shows a problem all the same.
std::string missing_text(const Report& report) {
    if (report.verdict() != RulesVerdict::problems || report.incomplete_ranks.empty()) return {};
    return fmt::format("Missing: {}.\n", tracing::describe_incomplete(report.incomplete_ranks));
}

}  // namespace

std::string_view name_of(RulesVerdict verdict) noexcept {
    switch (verdict) {
        case RulesVerdict::fine:
            return "fine";
        case RulesVerdict::problems:
            return "problems";
        case RulesVerdict::undecided:
            break;
    }
    return "undecided";
}

std::string verdict_text(const Report& report) {
    if (report.trace.empty()) return inputs_text(report) + above_text(report) + ".\n";
    const std::string what =
        report.verdict() == RulesVerdict::undecided
            ? fmt::format("{}. Of what was recorded: {}", undecided_text(report), above_text(report))
            : above_text(report);
    return ending_text(report) + last_seen_text(report) + sharing_text(report) +
           fmt::format("{}: {}.{}\n", report.trace.string(), what, lost_text(report)) + missing_text(report) +
           inputs_text(report);
}

}  // namespace fabricmap::rules
