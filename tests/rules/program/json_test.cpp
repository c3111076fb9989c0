// SPDX-License-Identifier: Apache-2.0
// The report for people can be written from JSON alone: each of its numbers is there.
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <map>

namespace fabricmap::testing {
namespace {

using nlohmann::json;

std::string joined(const json& texts) {
    return fmt::format("{}", fmt::join(texts.get<std::vector<std::string>>(), ", "));
}

std::string instances(const json& place) {
    return counted(place.at("count"), "instance");
}

/// "ranks 0-2, 5 on node0, node1".
std::string ranks_on(const json& ranks, const json& hosts) {
    std::vector<std::string> parts;
    for (std::size_t first = 0; first < ranks.size();) {
        std::size_t last = first;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last].get<int>() + 1) ++last;
        parts.push_back(first == last ? ranks[first].dump()
                                      : fmt::format("{}-{}", ranks[first].dump(), ranks[last].dump()));
        first = last + 1;
    }
    return fmt::format("{} {}{}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(parts, ", "),
                       hosts.empty() ? "" : " on " + joined(hosts));
}

std::string written_place(const json& place) {
    std::string text = "  " + place.at("place").get<std::string>();
    if (!place.at("waits_for").empty()) text += " waits for " + joined(place.at("waits_for"));
    text += fmt::format(": {} in {}; {}", format_delay(place.at("seconds")), instances(place),
                        ranks_on(place.at("ranks"), place.at("hosts")));
    if (!place.at("waits_for_ranks").empty())
        text += " for " + ranks_on(place.at("waits_for_ranks"), place.at("waits_for_hosts"));
    const json& worst = place.at("worst");
    const double from = worst.at("from");
    const double to = worst.at("to");
    return text + fmt::format("\n    longest: rank {} from {:.6f} s for {}\n", worst.at("rank").get<double>(),
                              from, format_delay(to - from));
}

std::string written_finding(const json& finding) {
    const json& evidence = finding.at("evidence");
    return fmt::format("  {}: severity {:.3g}, {}; {}\n", finding.at("part").get<std::string>(),
                       finding.at("severity").get<double>(),
                       counted(evidence.at("matches").get<std::int64_t>(), "instance"),
                       evidence.at("notes").at(0).get<std::string>());
}

std::string written_heading(const json& rule) {
    const double severity = rule.at("severity");
    if (!rule.contains("share")) return fmt::format("severity {:.3g}", severity);
    return fmt::format("{} of the run, {}; severity {:.3g}", format_share(rule.at("share")),
                       format_delay(rule.at("seconds")), severity);
}

std::string written_problem(const json& rule) {
    const bool is_of_map = !rule.contains("share");
    std::string text = fmt::format("\n{}: {}\n  {}\n", rule.at("name").get<std::string>(),
                                   written_heading(rule), rule.at("description").get<std::string>());
    const json& places = rule.at(is_of_map ? "findings" : "places");
    const std::size_t shown = std::min<std::size_t>(places.size(), is_of_map ? 20 : 5);
    for (std::size_t place = 0; place < shown; ++place)
        text += is_of_map ? written_finding(places[place]) : written_place(places[place]);
    if (places.size() > shown) {
        text += fmt::format("  ... and {} (--json lists all)\n",
                            counted(static_cast<std::int64_t>(places.size() - shown), "more place"));
    }
    for (const json& shared : rule.at("also_counted_as")) {
        text += fmt::format("  also counted as {}: {}\n", shared.at("rule").get<std::string>(),
                            format_share(shared.at("share")));
    }
    if (rule.at("unclamped_severity") != rule.at("severity")) {
        text += fmt::format("  the rule gave a severity of {:.3g}, outside 0 to 1\n",
                            rule.at("unclamped_severity").get<double>());
    }
    return text + fmt::format("  Advice: {}\n", rule.at("advice").get<std::string>());
}

std::string written_problems(const json& report) {
    std::string text;
    std::string small;
    for (const json& rule : report.at("rules")) {
        if (rule.contains("not_judged") || rule.at("severity") == 0) continue;
        const double fraction = rule.contains("share") ? rule.at("share") : rule.at("severity");
        if (fraction >= 0.001 || rule.at("is_above").get<bool>()) {
            text += written_problem(rule);
        } else {
            small += fmt::format("  {}: {}\n", rule.at("name").get<std::string>(), written_heading(rule));
        }
    }
    return small.empty() ? text : text + "\nBelow 0.1 %:\n" + small;
}

std::string written_unknown(const json& report) {
    std::string text;
    std::map<std::string, std::vector<std::string>> lacking;
    for (const json& rule : report.at("rules")) {
        const std::string name = rule.at("name");
        if (rule.contains("not_judged")) {
            lacking[rule.at("not_judged")].push_back(name);
            continue;
        }
        const std::uint64_t unknown = rule.at("unknown");
        if (unknown > 0) {
            text += fmt::format("  {}: {} of {}: {}\n", name, unknown,
                                unknown + rule.at("bindings").get<std::uint64_t>(),
                                rule.contains("share") ? "the trace lacks a field, or a map is needed"
                                                       : "the map lacks a value");
        }
        const std::int64_t below = rule.at("below_clock_error");
        if (below > 0) {
            text += fmt::format("  {}: {} shorter than what the clocks of the hosts may differ by\n", name,
                                counted(below, "wait"));
        }
    }
    for (const auto& [reason, rules] : lacking) {
        text += fmt::format("  {}: {}\n",
                            rules.size() > 8 ? counted(static_cast<std::int64_t>(rules.size()), "rule")
                                             : fmt::format("{}", fmt::join(rules, ", ")),
                            reason);
    }
    return text.empty() ? text : "\nNot judged:\n" + text;
}

std::string written_verdict(const json& report) {
    const bool has_trace = !report.at("trace").is_null();
    const std::int64_t above = report.at("above");
    const std::string limit = format_share(report.at("fail_above")) + (has_trace ? " of the run" : "");
    const std::string none = report.at("partial")
                                 ? "Of what was recorded, which is not all, nothing is above " + limit
                                 : "No problem above " + limit;
    std::string text = above == 0 ? none : counted(above, "problem") + " above " + limit;
    std::string maps;
    for (const json& map : report.at("maps")) {
        const std::string name = map.at("name");
        maps += fmt::format("Map{}{}: {}\n", name.empty() ? "" : " ", name, joined(map.at("runs")));
    }
    if (!has_trace) return maps + text + ".\n";
    return fmt::format("{}: {}. Lost: {} of the {} of its processes ({}), {}.\n",
                       report.at("trace").get<std::string>(), text, format_delay(report.at("lost_seconds")),
                       format_delay(report.at("process_seconds")), report.at("processes").dump(),
                       format_share(report.at("share"))) +
           maps;
}

std::string written_report(const json& report) {
    return written_verdict(report) + written_problems(report) + written_unknown(report) +
           fmt::format("\nRESULT: problems={} above={} share={:.4g} rules={} operations={} unknown={}\n",
                       report.at("problems").dump(), report.at("above").dump(),
                       report.at("share").get<double>(), report.at("rules_looked_for").dump(),
                       report.at("operations").dump(), report.at("unknown").dump());
}

void expect_report_from_json(std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    const std::string printed = run_program("network_rules", words).out;
    words.insert(words.end(), {"--json", "-"});
    const json report = json::parse(run_program("network_rules", words).out);
    EXPECT_EQ(written_report(report), printed);
}

TEST(RulesJson, HoldsEachNumberOfTheReportOnATrace) {
    expect_report_from_json({"--trace", std::string(SAMPLES_DIRECTORY) + "/traces/waits.trace"});
    // With a severity outside 0 to 1, and with waits that the clocks cannot tell.
    const TemporaryFolder folder;
    std::string text = bytes_of(std::string(SAMPLES_DIRECTORY) + "/traces/waits.trace");
    text.replace(text.find("total_communication_time 100.0"), 30,
                 "total_communication_time 2.0 clock_error 0.45");
    write_bytes(folder / "short.trace", text);
    expect_report_from_json({"--trace", folder / "short.trace", "--fail-above", "0.2%"});
}

TEST(RulesJson, HoldsEachNumberOfTheReportOnMaps) {
    expect_report_from_json(
        {"--map", "synthetic:fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-link,sender=2,receiver=9,factor=3",
         "--map", "earlier=synthetic:fat-tree,hosts=32,leaf=8;noise,2%"});
}

}  // namespace
}  // namespace fabricmap::testing
