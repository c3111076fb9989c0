// SPDX-License-Identifier: Apache-2.0
#include "site/reports/ticket_text.hpp"

#include "base/host_list.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "site/reports/table.hpp"
#include "site/store/median_of_known.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::site {
namespace {

using Direction = HostDirection HostRecord::*;

bool is_about(const Json& finding, const std::string& host) {
    const auto has = [&](const Json& hosts) {
        return std::find(hosts.begin(), hosts.end(), Json(host)) != hosts.end();
    };
    return has(finding.at("hosts")) || has(finding.at("to_hosts"));
}

std::string interval_of(const Json& finding) {
    const Json& interval = finding.at("factor_interval");
    if (!finding.at("factor").is_number() || !interval.at(0).is_number() || !interval.at(1).is_number())
        return {};
    return fmt::format(
        "    {} times, with 95 % confidence {} to {}{}\n", format_factor(finding.at("factor").get<double>()),
        format_factor(interval.at(0).get<double>()), format_factor(interval.at(1).get<double>()),
        finding.at("evidence").contains("cells")
            ? fmt::format("; from {}", counted(finding["evidence"]["cells"].get<std::int64_t>(), "value"))
            : "");
}

std::string found_text(const CheckRecord& check, const HostRecord& host, const Json& diagnosis) {
    std::string text;
    for (const char* const list : {"findings", "suspects"}) {
        for (const Json& finding : diagnosis.at(list)) {
            if (!is_about(finding, host.host)) continue;
            text += fmt::format("  {}\n{}", printable(finding.at("sentence").get<std::string>()),
                                interval_of(finding));
            for (const Json& note : finding.at("evidence").at("notes"))
                text += fmt::format("    {}\n", printable(note.get<std::string>()));
            text += fmt::format("    {}\n", printable(finding.at("advice").get<std::string>()));
        }
    }
    if (!text.empty()) return text;
    if (!host.text.empty()) return fmt::format("  {}\n", printable(host.text));
    if (host.verdict != HostVerdict::undecided) return "  Nothing is wrong with it.\n";
    return fmt::format("  Nothing, which means little: {}\n", printable(check.headline));
}

/// The middle one of what value_of gives of the other hosts.
double middle_of_others(const CheckRecord& check, const HostRecord& own, const auto& value_of) {
    std::vector<double> values;
    for (const HostRecord& host : check.hosts) {
        if (host.host != own.host) values.push_back(value_of(host));
    }
    return median_of_known(std::move(values));
}

std::string value_cell(double value, Quantity quantity) {
    return std::isfinite(value) ? format_value(value, quantity) : "-";
}

/// A line for each length, and one for what long messages carry.
std::string values_text(const CheckRecord& check, const HostRecord& host) {
    std::vector<std::vector<std::string>> rows{
        {"length", "sends", "others send", "receives", "others receive", ""}};
    const auto add = [&](const std::string& name, Quantity quantity, const auto& value_of) {
        std::vector<std::string> row{name};
        for (const Direction direction : {&HostRecord::sends, &HostRecord::receives}) {
            const auto in_direction = [&](const HostRecord& one) { return value_of(one.*direction); };
            row.push_back(value_cell(in_direction(host), quantity));
            row.push_back(value_cell(middle_of_others(check, host, in_direction), quantity));
        }
        row.emplace_back();
        rows.push_back(std::move(row));
    };
    for (std::size_t k = 0; k < check.host_lengths_bytes.size(); ++k) {
        add(format_size(check.host_lengths_bytes[k]), Quantity::delay, [k](const HostDirection& direction) {
            return k < direction.delays_s.size() ? direction.delays_s[k] : not_known;
        });
    }
    add("long", Quantity::rate, [](const HostDirection& direction) { return direction.rate_bytes_per_s; });
    return table_text(rows);
}

std::string own_text(const CheckRecord& check, const HostRecord& host) {
    if (check.baseline.empty()) return {};
    const auto times = [](double factor) {
        return std::isfinite(factor) ? fmt::format("{:.2f} times", factor) : std::string("unknown");
    };
    return fmt::format("  Against the host itself in {}: sending {}, receiving {}.\n",
                       counted(std::ssize(check.baseline), "accepted check"), times(host.sends.own_factor),
                       times(host.receives.own_factor));
}

std::string run_text(const CheckRecord& check) {
    std::vector<std::string> hosts;
    for (const HostRecord& host : check.hosts) hosts.push_back(host.host);
    std::string text =
        fmt::format("  fabricmap {}, {}; {} ({}) in {} memory, {} a host\n  {}: {}\n", check.tool_version,
                    check.measured.mpi_library.empty() ? "MPI library unknown" : check.measured.mpi_library,
                    check.measured.mode, check.measured.timing,
                    check.measured.memory.empty() ? "host" : check.measured.memory,
                    counted(std::lround(check.measured.ranks_per_host), "rank"),
                    counted(std::ssize(hosts), "host"), printable(format_host_list(hosts)));
    for (const std::string& command : check.commands) text += fmt::format("  $ {}\n", printable(command));
    return text;
}

}  // namespace

std::string ticket_text(const CheckRecord& check, const HostRecord& host, const Json& diagnosis,
                        const std::filesystem::path& folder) {
    return fmt::format(
        "{}: {}\nmeasured from {} to {} (check {})\n\nWhat was found\n{}{}\n"
        "Its values, the median over its partners; of the others, the middle host\n{}\n"
        "What was run\n{}\nPage with matrices and curves: {}\nAll numbers: {}\n",
        printable(host.host), name_of(host.verdict), check.started, check.finished, check.id,
        found_text(check, host, diagnosis), own_text(check, host), values_text(check, host), run_text(check),
        (folder / "report.html").string(), (folder / "diagnosis.json").string());
}

}  // namespace fabricmap::site
