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

std::string written_last(json last) {
    std::int64_t all = 0;
    for (const json& one : last) all += one.at("operations").get<std::int64_t>();
    std::stable_sort(last.begin(), last.end(), [](const json& a, const json& b) {
        return a.at("seconds").get<double>() > b.at("seconds").get<double>();
    });
    std::string text;
    for (std::size_t one = 0; one < std::min<std::size_t>(3, last.size()); ++one) {
        const double operations = last[one].at("operations");
        text +=
            fmt::format("    rank {} is last in {} of {}, by {} in the mean\n", last[one].at("rank").dump(),
                        operations, all, format_delay(last[one].at("seconds").get<double>() / operations));
    }
    return text;
}

std::string written_place(const json& place) {
    std::string text = "  " + place.at("place").get<std::string>();
    if (!place.at("waits_for").empty()) text += " waits for " + joined(place.at("waits_for"));
    text += fmt::format(": {} in {}; {}", format_delay(place.at("seconds")), instances(place),
                        ranks_on(place.at("ranks"), place.at("hosts")));
    if (!place.at("waits_for_ranks").empty())
        text += " for " + ranks_on(place.at("waits_for_ranks"), place.at("waits_for_hosts"));
    text += "\n" + written_last(place.at("last"));
    const json& worst = place.at("worst");
    const double from = worst.at("from");
    const double to = worst.at("to");
    return text + fmt::format("    longest: rank {} from {:.6f} s for {}\n", worst.at("rank").get<double>(),
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
            text += fmt::format(
                "  {}: {} of {}: {}\n", name, unknown, unknown + rule.at("bindings").get<std::uint64_t>(),
                !rule.contains("share") ? "the map lacks a value"
                : report.at("maps").empty()
                    ? "the trace lacks a field, or a map is needed"
                    : "the trace lacks a field, or the map lacks the pair: is it of other hosts?");
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
    const bool is_table_known = !has_trace || !report.at("unexplained_share").is_null();
    const std::string none =
        report.at("partial") ? "Of what was recorded, which is not all, nothing is above " + limit
        : is_table_known
            ? "No problem above " + limit
            : "No rule finds a problem above " + limit + "; how much MPI time none explains is not known";
    const double unexplained =
        report.at("unexplained_share").is_null() ? 0 : report.at("unexplained_share").get<double>();
    const bool is_little =
        !has_trace || report.at("share").get<double>() + unexplained <= report.at("fail_above");
    std::string text = above == 0 ? is_little ? none : "No single problem above " + limit
                                  : counted(above, "problem") + " above " + limit;
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

std::string written_times(const json& times) {
    if (times.empty()) return {};
    std::string text = fmt::format("\n  {:<14}{:>10}{:>13}{:>10}{:>10}{:>10}{:>10}{:>13}\n", "", "run",
                                   "computation", "waits", "transfer", "files", "MPI", "unexplained");
    for (const json& time : times) {
        const double run = time.at("run");
        double waits = 0;
        for (const auto& [rule, seconds] : time.at("waits").items()) waits += seconds.get<double>();
        const auto percent = [&](double seconds) { return fmt::format("{:.1f} %", 100 * seconds / run); };
        text += fmt::format(
            "  {:<14}{:>10}{:>13}{:>10}{:>10}{:>10}{:>10}{:>13}\n", "rank " + time.at("rank").dump(),
            format_delay(run), percent(time.at("computation")), percent(waits), percent(time.at("transfer")),
            percent(time.at("files")), percent(time.at("library")), percent(time.at("unexplained")));
    }
    return text;
}

/// "rank 2", "ranks 0 (54 %), 1 (46 %)".
std::string written_ranks(const json& cause) {
    const double seconds = cause.at("seconds");
    std::vector<json> ranks;
    for (const json& rank : cause.at("ranks")) {
        if (rank.at("seconds").get<double>() >= 0.01 * seconds) ranks.push_back(rank);
    }
    if (ranks.size() == 1) return "rank " + ranks[0].at("rank").dump();
    std::stable_sort(ranks.begin(), ranks.end(), [](const json& a, const json& b) {
        return a.at("seconds").get<double>() > b.at("seconds").get<double>();
    });
    std::vector<std::string> texts;
    for (const json& rank : ranks)
        texts.push_back(fmt::format("{} ({})", rank.at("rank").dump(),
                                    format_share(rank.at("seconds").get<double>() / seconds)));
    return fmt::format("ranks {}", fmt::join(texts, ", "));
}

std::string written_causes(const json& causes) {
    std::string text;
    for (std::size_t one = 0; one < std::min<std::size_t>(3, causes.size()); ++one) {
        const json& cause = causes[one];
        if (cause.at("share").get<double>() < 0.001) break;
        const std::string ranks = written_ranks(cause);
        const bool is_one = ranks.starts_with("rank ");
        const std::string after = cause.at("after");
        const std::string what =
            cause.at("kind") == "call"
                ? fmt::format("{} long in {}", is_one ? "is" : "are", cause.at("at").get<std::string>())
                : fmt::format("{} late to {}, computing since {}", is_one ? "comes" : "come",
                              cause.at("at").get<std::string>(),
                              after.empty() ? "its start"
                              : after == cause.at("at").get<std::string>()
                                  ? (is_one ? "its last call there" : "their last calls there")
                              : cause.at("is_after_init").get<bool>() ? "MPI_Init (" + after + ")"
                                                                      : after);
        text += fmt::format("  {} {}: others wait {} for it in the end, {} of the run\n", ranks, what,
                            format_delay(cause.at("seconds")), format_share(cause.at("share")));
    }
    return text.empty() ? text : "\nWhat ranks wait for in the end:\n" + text;
}

std::string written_unexplained(const json& report) {
    const json& fraction = report.at("unexplained_share");
    if (fraction.is_null() || fraction.get<double>() <= report.at("fail_above").get<double>()) return {};
    std::string text = fmt::format("\nMPI time that no rule explains: {} of the run, {}\n",
                                   format_share(fraction), format_delay(report.at("unexplained_seconds")));
    const json& all = report.at("unexplained");
    for (std::size_t one = 0; one < std::min<std::size_t>(5, all.size()); ++one) {
        text += fmt::format("  {} at {}: {}; {}\n", all[one].at("function").get<std::string>(),
                            all[one].at("place").get<std::string>(), format_delay(all[one].at("seconds")),
                            ranks_on(all[one].at("ranks"), json::array()));
    }
    return text;
}

std::string written_report(const json& report) {
    return written_verdict(report) + written_times(report.at("times")) + written_causes(report.at("causes")) +
           written_unexplained(report) + written_problems(report) + written_unknown(report) +
           fmt::format(
               "\nRESULT: verdict={} problems={} above={} share={:.4g} unexplained={} rules={} operations={} "
               "unknown={}\n",
               report.at("verdict").get<std::string>(), report.at("problems").dump(),
               report.at("above").dump(), report.at("share").get<double>(),
               report.at("unexplained_share").is_null()
                   ? "unknown"
                   : fmt::format("{:.4g}", report.at("unexplained_share").get<double>()),
               report.at("rules_looked_for").dump(), report.at("operations").dump(),
               report.at("unknown").dump());
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
    // With all calls, of which some take longer than anything explains.
    text +=
        "call_site op_name \"MPI_Recv\" process_rank 1 source_code \"waits.c:32\" count 1 inside_time 9.0;\n"
        "call_site op_name \"MPI_Type_commit\" process_rank 2 source_code \"waits.c:5\" count 1 inside_time "
        "1.0;\n";
    write_bytes(folder / "all.trace", text);
    expect_report_from_json({"--trace", folder / "all.trace", "--fail-above", "1%"});
}

TEST(RulesJson, HoldsEachNumberOfTheReportOnMaps) {
    expect_report_from_json(
        {"--map", "synthetic:fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-link,sender=2,receiver=9,factor=3",
         "--map", "earlier=synthetic:fat-tree,hosts=32,leaf=8;noise,2%"});
}

}  // namespace
}  // namespace fabricmap::testing
