// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "rules/reports/collectives_text.hpp"
#include "rules/reports/report.hpp"
#include "rules/reports/times_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricmap::rules {
namespace {

constexpr std::size_t max_places = 5;
constexpr std::size_t max_findings = 20;
constexpr std::size_t max_named = 8;      // rules that lack the same data
constexpr double small_fraction = 0.001;  // of problems that get one line

/// "ranks 0-2 on node0, node1".
std::string ranks_and_hosts(const std::set<std::int64_t>& ranks, const std::set<std::string>& hosts) {
    constexpr std::size_t max_hosts = 4;
    std::string text = ranks_text(ranks);
    if (hosts.empty()) return text;
    if (hosts.size() > max_hosts) return text + fmt::format(" on {} hosts", hosts.size());
    return text + fmt::format(" on {}", joined_by(hosts, ", "));
}

std::string finding_text(const diagnosis::Finding& finding) {
    std::string text =
        fmt::format("  {}: severity {:.3g}, {}", part_of(finding), finding.severity,
                    counted(static_cast<std::int64_t>(finding.evidence.numbers.at("matches")), "instance"));
    for (const diagnosis::Note& note : finding.evidence.notes) text += "; " + note.text();
    return text + "\n";
}

/// "    rank 2 is last in 35 of 40, by 8 ms in the mean\n".
std::string last_text(const PlaceGroup& place) {
    constexpr std::size_t max_ranks = 3;
    std::uint64_t all = 0;
    std::vector<std::pair<std::int64_t, PlaceGroup::Last>> ranks(place.last.begin(), place.last.end());
    for (const auto& [rank, last] : ranks) all += last.operations;
    std::stable_sort(ranks.begin(), ranks.end(),
                     [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
    std::string text;
    for (std::size_t one = 0; one < std::min(max_ranks, ranks.size()); ++one) {
        const auto& [rank, last] = ranks[one];
        text += fmt::format("    rank {} is last in {} of {}, by {} in the mean\n", rank, last.operations,
                            all, format_delay(last.seconds / static_cast<double>(last.operations)));
    }
    return text;
}

/// Of a problem that is of ranks whose calls are missing it stays open who is to blame.
std::string place_text(const PlaceGroup& place, bool names_last) {
    std::string text = "  " + (place.place.empty() ? std::string("(no line known)") : place.place);
    if (!place.waits_for.empty()) text += fmt::format(" waits for {}", joined_by(place.waits_for, ", "));
    text += fmt::format(": {} in {}", format_delay(place.seconds),
                        counted(static_cast<std::int64_t>(place.count), "instance"));
    if (!place.ranks.empty()) text += "; " + ranks_and_hosts(place.ranks, place.hosts);
    if (!place.other_ranks.empty()) {
        text += " for " + ranks_and_hosts(place.other_ranks, place.other_hosts);
    }
    text += "\n";
    if (!place.worst) return text;
    if (names_last) text += last_text(place);
    const Wait& worst = *place.worst;
    return text + fmt::format("    longest: rank {} from {:.6f} s for {}\n", worst.process,
                              to_microseconds(worst.from), format_delay(worst.to - worst.from));
}

std::string heading(const RuleReport& rule) {
    const RuleOutcome& outcome = rule.outcome;
    if (rule.is_of_maps) return fmt::format("severity {:.3g}", outcome.severity);
    return fmt::format("{} of the run, {}; severity {:.3g}", format_share(rule.fraction),
                       format_delay(outcome.seconds), outcome.severity);
}

/// The first of what JSON has all of.
template <typename Item, typename TextOf>
std::string first_texts(const std::vector<Item>& items, std::size_t max_items, const TextOf& text_of) {
    const std::size_t shown = std::min(items.size(), max_items);
    std::string text;
    for (std::size_t item = 0; item < shown; ++item) text += text_of(items[item]);
    if (items.size() == shown) return text;
    return text + fmt::format("  ... and {} (--json lists all)\n",
                              counted(static_cast<std::int64_t>(items.size() - shown), "more place"));
}

std::string problem_text(const RuleReport& rule) {
    const RuleOutcome& outcome = rule.outcome;
    std::string text =
        fmt::format("\n{}: {}\n  {}\n", rule.rule->name, heading(rule), rule.rule->description);
    const bool is_open = is_of_unseen(rule);
    text += first_texts(rule.places, max_places,
                        [&](const PlaceGroup& place) { return place_text(place, !is_open); }) +
            first_texts(rule.findings, max_findings, finding_text);
    if (const std::string unseen = unseen_text(rule); !unseen.empty()) text += fmt::format("  {}\n", unseen);
    for (const SharedTime& shared : rule.shared) {
        text += fmt::format("  also counted as {}: {}\n", shared.rule, format_share(shared.fraction));
    }
    if (outcome.unclamped_severity != outcome.severity) {
        text +=
            fmt::format("  the rule gave a severity of {:.3g}, outside 0 to 1\n", outcome.unclamped_severity);
    }
    if (!rule.advice.empty() && !is_open) text += fmt::format("  Advice: {}\n", rule.advice);
    return text;
}

/// What decides about the exit code is told whole.
bool is_small(const RuleReport& rule, double fail_above) {
    return is_problem(rule) && rule.fraction < small_fraction && rule.fraction <= fail_above;
}

/// A line for each problem that is hardly one.
std::string small_text(const Report& report) {
    std::string text;
    for (const RuleReport& rule : report.rules) {
        if (is_small(rule, report.fail_above))
            text += fmt::format("  {}: {}\n", rule.rule->name, heading(rule));
    }
    return text;
}

/// A map without a name is what ranks of the trace are looked up in.
std::string unknown_text(const RuleReport& rule, const Report& report) {
    const RuleOutcome& outcome = rule.outcome;
    std::string text;
    if (outcome.unknown > 0) {
        const std::string_view reason =
            rule.is_of_maps ? "the map lacks a value"
            : report.hides_partners()
                ? "calls of ranks are missing, the trace lacks a field, or a map is needed"
            : !report.maps.empty()
                ? "the trace lacks a field, or the map lacks the pair: is it of other hosts?"
                : "the trace lacks a field, or a map is needed";
        text += fmt::format("  {}: {} of {}: {}\n", rule.rule->name, outcome.unknown,
                            outcome.unknown + outcome.bindings, reason);
    }
    if (outcome.below_clock_error > 0) {
        text +=
            fmt::format("  {}: {} shorter than what the clocks of the hosts may differ by\n", rule.rule->name,
                        counted(static_cast<std::int64_t>(outcome.below_clock_error), "wait"));
    }
    return text;
}

/// Rules that lack the same are named together.
std::string not_judged_text(const Report& report) {
    std::string text;
    std::map<std::string, std::vector<std::string>> lacking;
    for (const RuleReport& rule : report.rules) {
        if (rule.is_refused) {
            text += fmt::format("  {}: {}; --force evaluates it all the same\n", rule.rule->name,
                                rule.not_judged);
        } else if (!rule.not_judged.empty()) {
            lacking[rule.not_judged].push_back(rule.rule->name);
        }
        text += unknown_text(rule, report);
    }
    for (const auto& [reason, rules] : lacking) {
        const std::string names = rules.size() > max_named
                                      ? counted(static_cast<std::int64_t>(rules.size()), "rule")
                                      : joined_by(rules, ", ");
        text += fmt::format("  {}: {}\n", names, reason);
    }
    return text;
}

}  // namespace

std::string result_line(const Report& report) {
    return fmt::format(
        "RESULT: verdict={} problems={} above={} share={:.4g} unexplained={} rules={} operations={} "
        "unknown={}\n",
        name_of(report.verdict()), report.problems, report.above, report.fraction,
        report.times.ranks.empty() ? "unknown" : fmt::format("{:.4g}", report.unexplained_fraction),
        report.looked_for, report.operations, report.unknown);
}

std::string terminal_report(const Report& report, std::size_t max_problems) {
    std::string text = verdict_text(report);
    if (report.operations == 0 && !report.trace.empty() && !report.is_unexplained_above())
        text += "The trace holds no operations: there is nothing to judge.\n";
    text += times_text(report) + causes_text(report) + unexplained_text(report);
    std::size_t shown = 0;
    std::size_t left_out = 0;
    for (const RuleReport& rule : report.rules) {
        if (!is_problem(rule) || is_small(rule, report.fail_above)) continue;
        if (max_problems == 0 || shown < max_problems) {
            text += problem_text(rule);
            ++shown;
        } else {
            ++left_out;
        }
    }
    if (left_out > 0) {
        text += fmt::format("\n... and {} (network_rules check prints all)\n",
                            counted(static_cast<std::int64_t>(left_out), "smaller problem"));
    }
    text += collectives_text(report);
    const std::string small = max_problems > 0 ? std::string() : small_text(report);
    if (!small.empty()) text += fmt::format("\nBelow {}:\n{}", format_share(small_fraction), small);
    const std::string not_judged = not_judged_text(report);
    if (!not_judged.empty()) text += "\nNot judged:\n" + not_judged;
    return text + "\n" + result_line(report);
}

}  // namespace fabricmap::rules
