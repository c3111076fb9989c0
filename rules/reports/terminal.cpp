// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "rules/reports/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fabricmap::rules {
namespace {

constexpr std::size_t max_places = 5;

/// "0-2, 5".
std::string ranks_text(const std::set<std::int64_t>& ranks) {
    std::string text;
    for (auto rank = ranks.begin(); rank != ranks.end();) {
        const std::int64_t first = *rank;
        std::int64_t last = first;
        for (++rank; rank != ranks.end() && *rank == last + 1; ++rank) last = *rank;
        if (!text.empty()) text += ", ";
        text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
    }
    return text;
}

/// "ranks 0-2 on node0, node1".
std::string ranks_and_hosts(const std::set<std::int64_t>& ranks, const std::set<std::string>& hosts) {
    constexpr std::size_t max_hosts = 4;
    std::string text = fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", ranks_text(ranks));
    if (hosts.empty()) return text;
    if (hosts.size() > max_hosts) return text + fmt::format(" on {} hosts", hosts.size());
    return text + fmt::format(" on {}", fmt::join(hosts, ", "));
}

std::string verdict(const Report& report) {
    const std::string limit = format_share(report.fail_above);
    const std::string above =
        report.above == 0 ? fmt::format("No problem above {} of the run", limit)
                          : fmt::format("{} above {} of the run",
                                        counted(static_cast<std::int64_t>(report.above), "problem"), limit);
    return fmt::format("{}: {}. Lost: {} of the {} of its processes ({}), {}.\n", report.trace.string(),
                       above, format_delay(report.seconds), format_delay(report.process_seconds),
                       report.processes, format_share(report.fraction));
}

std::string place_text(const PlaceGroup& place) {
    std::string text = "  " + (place.place.empty() ? std::string("(no line known)") : place.place);
    if (!place.waits_for.empty()) text += fmt::format(" waits for {}", fmt::join(place.waits_for, ", "));
    text += fmt::format(": {} in {}", format_delay(place.seconds),
                        counted(static_cast<std::int64_t>(place.count), "instance"));
    if (!place.ranks.empty()) text += "; " + ranks_and_hosts(place.ranks, place.hosts);
    if (!place.other_ranks.empty()) {
        text += " for " + ranks_and_hosts(place.other_ranks, place.other_hosts);
    }
    text += "\n";
    if (!place.worst) return text;
    const Wait& worst = *place.worst;
    return text + fmt::format("    longest: rank {} from {:.6f} s for {}\n", worst.process, worst.from + 0.0,
                              format_delay(worst.to - worst.from));
}

std::string problem_text(const RuleReport& rule) {
    const RuleOutcome& outcome = rule.outcome;
    std::string text = fmt::format("\n{}: {} of the run, {}; severity {:.3g}\n  {}\n", rule.rule->name,
                                   format_share(rule.fraction), format_delay(outcome.seconds),
                                   outcome.severity, rule.rule->description);
    for (std::size_t number = 0; number < rule.places.size() && number < max_places; ++number) {
        text += place_text(rule.places[number]);
    }
    if (rule.places.size() > max_places) {
        text += fmt::format("  ... and {} more\n",
                            counted(static_cast<std::int64_t>(rule.places.size() - max_places), "place"));
    }
    for (const SharedTime& shared : rule.shared) {
        text += fmt::format("  also counted as {}: {}\n", shared.rule, format_share(shared.fraction));
    }
    if (outcome.unclamped_severity != outcome.severity) {
        text +=
            fmt::format("  the rule gave a severity of {:.3g}, outside 0 to 1\n", outcome.unclamped_severity);
    }
    if (!rule.rule->advice.empty()) text += fmt::format("  Advice: {}\n", rule.rule->advice);
    return text;
}

std::string not_judged_text(const RuleReport& rule) {
    const RuleOutcome& outcome = rule.outcome;
    if (!rule.not_judged.empty()) {
        return fmt::format("  {}: {}{}\n", rule.rule->name, rule.not_judged,
                           rule.is_refused ? "; --force evaluates it all the same" : "");
    }
    std::string text;
    if (outcome.unknown > 0) {
        text += fmt::format("  {}: {} of {}: the trace lacks a field, or a map is needed\n", rule.rule->name,
                            outcome.unknown, outcome.unknown + outcome.bindings);
    }
    if (outcome.below_clock_error > 0) {
        text += fmt::format("  {}: {} shorter than what the clocks may differ by\n", rule.rule->name,
                            counted(static_cast<std::int64_t>(outcome.below_clock_error), "wait"));
    }
    return text;
}

}  // namespace

std::string result_line(const Report& report) {
    return fmt::format("RESULT: problems={} above={} share={:.4g} rules={} operations={} unknown={}\n",
                       report.problems, report.above, report.fraction, report.rules.size(), report.operations,
                       report.unknown);
}

std::string terminal_report(const Report& report) {
    std::string text = verdict(report);
    if (report.operations == 0) text += "The trace holds no operations: there is nothing to judge.\n";
    std::string not_judged;
    for (const RuleReport& rule : report.rules) {
        if (is_problem(rule)) text += problem_text(rule);
        not_judged += not_judged_text(rule);
    }
    if (!not_judged.empty()) text += "\nNot judged:\n" + not_judged;
    return text + "\n" + result_line(report);
}

}  // namespace fabricmap::rules
