// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "diagnosis/reports/page/style_sheet.hpp"
#include "picture/output/svg.hpp"
#include "rules/reports/report.hpp"
#include "rules/reports/strip.hpp"
#include "rules/reports/times_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace fabricmap::rules {
namespace {

constexpr std::size_t max_named_hosts = 4;
constexpr std::size_t max_table_rows = 50;  // of a problem's table: JSON has all
constexpr std::size_t max_strips = 12;      // problems that are drawn

std::string safe(std::string_view text) {
    return picture::escaped_markup(text);
}

std::string finding_row(const diagnosis::Finding& finding) {
    std::string measured;
    for (const diagnosis::Note& note : finding.evidence.notes) measured += note.text();
    return fmt::format("<tr><td>{}</td><td>{:.3g}</td><td>{}</td><td>{}</td></tr>\n", safe(part_of(finding)),
                       finding.severity, finding.evidence.numbers.at("matches"), safe(measured));
}

/// As the report for the terminal has them; of very many their number.
std::string ranks_named(const std::set<std::int64_t>& ranks) {
    constexpr std::size_t max_characters = 46;
    if (ranks.empty()) return {};
    std::string text = ranks_text(ranks);
    return text.size() > max_characters ? counted(static_cast<std::int64_t>(ranks.size()), "rank") : text;
}

std::string place_row(const PlaceGroup& place) {
    const std::string hosts = place.hosts.size() > max_named_hosts
                                  ? counted(static_cast<std::int64_t>(place.hosts.size()), "host")
                                  : joined_by(place.hosts, ", ");
    return fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       safe(place.place), safe(joined_by(place.waits_for, ", ")), format_delay(place.seconds),
                       place.count, ranks_named(place.ranks), safe(hosts));
}

/// The first rows of what JSON has all of.
template <typename Item, typename RowOf>
std::string table(std::string_view names, const std::vector<Item>& items, const RowOf& row_of) {
    std::string html = fmt::format("<div class=\"scroll\" tabindex=\"0\"><table>{}\n", names);
    const std::size_t shown = std::min(max_table_rows, items.size());
    for (std::size_t row = 0; row < shown; ++row) html += row_of(items[row]);
    html += "</table></div>\n";
    if (shown < items.size())
        html += fmt::format("<p class=\"quiet\">{} more; --json lists all</p>\n", items.size() - shown);
    return html;
}

std::string places_table(const RuleReport& rule) {
    if (rule.is_of_maps) {
        return table("<tr><th>Part</th><th>Severity</th><th>Instances</th><th>Measured</th></tr>",
                     rule.findings, finding_row);
    }
    return table(
        "<tr><th>Line</th><th>Waits for</th><th>Time</th><th>Instances</th><th>Waiting</th>"
        "<th>Hosts</th></tr>",
        rule.places, place_row);
}

std::string drawing(std::string_view caption, const std::string& svg) {
    if (svg.empty()) return {};
    return fmt::format("<figure><figcaption>{}</figcaption>{}</figure>\n", caption, svg);
}

std::string problem_html(const RuleReport& rule, const tracing::Trace& trace, bool is_drawn) {
    const std::string figures = rule.is_of_maps
                                    ? std::string()
                                    : fmt::format("{} of the run, {}; ", format_share(rule.fraction),
                                                  format_delay(rule.outcome.seconds));
    std::string html =
        fmt::format("<article><h3>{}</h3><p>{}</p><p>{}severity {:.3g}</p>\n", safe(rule.rule->name),
                    safe(rule.rule->description), figures, rule.outcome.severity);
    if (is_drawn && !rule.places.empty()) {
        html +=
            drawing("The longest wait (framed) and the calls around it", draw_strip(rule.places[0], trace));
        html += drawing("Who waits (rows) for whom (columns)", draw_who_waits(rule));
    }
    html += places_table(rule);
    for (const SharedTime& shared : rule.shared) {
        html +=
            fmt::format("<p>Also counted as {}: {}</p>\n", safe(shared.rule), format_share(shared.fraction));
    }
    if (const std::string unseen = unseen_text(rule); !unseen.empty())
        html += fmt::format("<p>{}</p>\n", unseen);
    if (!rule.advice.empty() && !is_of_unseen(rule))
        html += fmt::format("<p>Advice: {}</p>\n", safe(rule.advice));
    return html + "</article>\n";
}

std::string time_row_html(const RankTime& time) {
    const auto percent = [&](double part) {
        return fmt::format("<td>{:.1f} %</td>", time.total > 0 ? 100 * part / time.total : 0);
    };
    return fmt::format("<tr><td>{}</td><td>{}</td>{}{}{}{}{}{}</tr>\n", time.rank, format_delay(time.total),
                       percent(time.computation), percent(time.waited()), percent(time.transfer),
                       percent(time.files), percent(time.library), percent(time.unexplained));
}

std::string times_html(const Report& report) {
    if (report.times.ranks.empty()) return {};
    return "<h2>Time of the ranks</h2>\n" +
           table(
               "<tr><th>Rank</th><th>Run</th><th>Computation</th><th>Waits</th><th>Transfer</th>"
               "<th>Files</th><th>MPI</th><th>Unexplained</th></tr>",
               report.times.ranks, time_row_html);
}

std::string causes_html(const Report& report) {
    std::vector<RootCause> causes;
    std::copy_if(report.causes.begin(), report.causes.end(), std::back_inserter(causes),
                 [&](const RootCause& cause) { return !is_small_cause(report, cause); });
    if (causes.empty()) return {};
    const auto row = [&](const RootCause& cause) {
        return fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                           safe(cause_sentence(cause)), format_delay(cause.seconds),
                           format_share(report.fraction_of(cause.seconds)), ranks_named(cause.waiting));
    };
    return "<h2>What ranks wait for in the end</h2>\n" +
           table("<tr><th>Cause</th><th>Others wait</th><th>Of the run</th><th>Waiting</th></tr>", causes,
                 row);
}

std::string unexplained_html(const Report& report) {
    if (!report.is_unexplained_above()) return {};
    return fmt::format("<h2>{}: {} of the run, {}</h2>\n", unexplained_heading(report),
                       format_share(report.unexplained_fraction), format_delay(report.unexplained_seconds)) +
           table("<tr><th>Function</th><th>Line</th><th>Time</th><th>Ranks</th></tr>",
                 report.times.unexplained, [](const UnexplainedCalls& calls) {
                     return fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                                        safe(calls.function), safe(calls.place), format_delay(calls.seconds),
                                        ranks_named(calls.ranks));
                 });
}

/// How many of those that follow are above the limit, and how many are not.
std::string problems_heading(const Report& report) {
    const auto rules =
        static_cast<std::uint64_t>(std::count_if(report.rules.begin(), report.rules.end(), is_problem));
    const auto above = static_cast<std::uint64_t>(std::count_if(
        report.rules.begin(), report.rules.end(),
        [&](const RuleReport& rule) { return is_problem(rule) && rule.fraction > report.fail_above; }));
    return fmt::format("<h2>Problems that rules find: {} above {}, {} below</h2>\n", above,
                       format_share(report.fail_above), rules - above);
}

std::string not_judged_html(const Report& report) {
    std::string items;
    for (const RuleReport& rule : report.rules) {
        if (!rule.not_judged.empty()) {
            items += fmt::format("<li>{}: {}</li>\n", safe(rule.rule->name), safe(rule.not_judged));
        } else if (rule.outcome.unknown + rule.outcome.below_clock_error > 0) {
            items +=
                fmt::format("<li>{}: {} findings lack a value, {} waits are below the clocks' error</li>\n",
                            safe(rule.rule->name), rule.outcome.unknown, rule.outcome.below_clock_error);
        }
    }
    return items.empty() ? std::string() : "<h2>Not judged</h2>\n<ul>\n" + items + "</ul>\n";
}

std::string_view style_of(RulesVerdict verdict) {
    switch (verdict) {
        case RulesVerdict::fine:
            return "healthy";
        case RulesVerdict::problems:
            return "faults";
        case RulesVerdict::undecided:
            break;
    }
    return "undecided";
}

std::string heading_of(const Report& report) {
    if (report.verdict() == RulesVerdict::undecided) return "Undecided: calls are missing";
    return fmt::format("{} above {}", counted(static_cast<std::int64_t>(report.above), "problem"),
                       format_share(report.fail_above));
}

}  // namespace

std::string html_report(const Report& report, const tracing::Trace& trace) {
    std::string verdict = verdict_text(report);
    std::replace(verdict.begin(), verdict.end(), '\n', ' ');
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
        "<title>Rules - Fabricmap</title>\n{}</style>\n</head>\n<body>\n<main>\n<header class=\"verdict {}\">"
        "<h1>{}</h1>\n<p>{}</p></header>\n",
        diagnosis::style_sheet(), style_of(report.verdict()), heading_of(report), safe(verdict));
    html += times_html(report) + causes_html(report) + unexplained_html(report);
    if (report.problems > 0) html += problems_heading(report);
    std::size_t drawn = 0;
    for (const RuleReport& rule : report.rules) {
        if (is_problem(rule)) html += problem_html(rule, trace, drawn++ < max_strips);
    }
    return html + not_judged_html(report) + "</main>\n</body>\n</html>\n";
}

}  // namespace fabricmap::rules
