// SPDX-License-Identifier: Apache-2.0
#include "site/reports/metrics.hpp"

#include "base/utf8.hpp"
#include "site/store/utc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace fabricmap::site {
namespace {

/// A host, and the last check that measured it.
struct LastOfHost {
    const CheckRecord* check;
    const HostRecord* host;
};

/// A value between the quotes of a label.
std::string label_value(const std::string& text) {
    std::string escaped;
    for (const char letter : valid_utf8(text)) {
        if (letter == '\\' || letter == '"') escaped += '\\';
        escaped += letter == '\n' ? "\\n" : std::string(1, letter);
    }
    return escaped;
}

/// The head of a metric and its series by their labels; without a head where nothing of it is known.
std::string metric(std::string_view name, std::string_view help,
                   const std::vector<std::pair<std::string, double>>& series) {
    std::string text;
    for (const auto& [labels, value] : series) {
        if (!std::isfinite(value)) continue;
        if (text.empty()) text = fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help);
        text += fmt::format("{}{} {}\n", name, labels.empty() ? "" : "{" + labels + "}", value);
    }
    return text;
}

double seconds_of(const std::string& utc) {
    const auto seconds = unix_seconds(utc);
    return seconds ? static_cast<double>(*seconds) : not_known;
}

std::vector<LastOfHost> last_of_hosts(const std::vector<CheckRecord>& checks) {
    std::map<std::string, LastOfHost> last;
    for (const CheckRecord& check : checks) {
        for (const HostRecord& host : check.hosts) last[host.host] = {&check, &host};
    }
    std::vector<LastOfHost> hosts;
    for (const auto& [name, one] : last) hosts.push_back(one);
    return hosts;
}

/// Of metrics whose names begin with fabricmap_checked_host.
std::string hosts_text(const std::vector<LastOfHost>& hosts, std::int64_t now_s) {
    const auto each = [&](std::string_view name, std::string_view help,
                          const std::function<double(const LastOfHost&)>& value_of) {
        std::vector<std::pair<std::string, double>> series;
        for (const LastOfHost& one : hosts)
            series.emplace_back(fmt::format("host=\"{}\"", label_value(one.host->host)), value_of(one));
        return metric(fmt::format("fabricmap_checked_host_{}", name), help, series);
    };
    std::vector<std::pair<std::string, double>> verdicts;
    for (const LastOfHost& one : hosts) {
        verdicts.emplace_back(fmt::format("host=\"{}\",verdict=\"{}\"", label_value(one.host->host),
                                          name_of(one.host->verdict)),
                              1);
    }
    return metric("fabricmap_checked_host_verdict", "1 for what the last check of the host said of it.",
                  verdicts) +
           each("send_factor", "What the host sends, times what healthy hosts of its kind take.",
                [](const LastOfHost& one) { return one.host->sends.factor; }) +
           each("receive_factor", "What the host receives, times what healthy hosts of its kind take.",
                [](const LastOfHost& one) { return one.host->receives.factor; }) +
           each("own_send_factor", "What the host sends, times what it took in the accepted checks.",
                [](const LastOfHost& one) { return one.host->sends.own_factor; }) +
           each("own_receive_factor", "What the host receives, times what it took in the accepted checks.",
                [](const LastOfHost& one) { return one.host->receives.own_factor; }) +
           each("timestamp_seconds", "When the last check of the host ended.",
                [](const LastOfHost& one) { return seconds_of(one.check->finished); }) +
           each("age_seconds", "How long ago that was when this was written.", [&](const LastOfHost& one) {
               return static_cast<double>(now_s) - seconds_of(one.check->finished);
           });
}

std::string last_check_text(const CheckRecord& check, std::int64_t now_s) {
    std::vector<std::pair<std::string, double>> verdicts;
    for (const char* const verdict : {"healthy", "faults", "undecided"})
        verdicts.emplace_back(fmt::format("verdict=\"{}\"", verdict), check.verdict == verdict ? 1 : 0);
    const double ended = seconds_of(check.finished);
    return metric("fabricmap_last_check_verdict", "1 for what the last check came to.", verdicts) +
           metric("fabricmap_last_check_timestamp_seconds", "When the last check ended.", {{"", ended}}) +
           metric("fabricmap_last_check_age_seconds", "How long ago that was when this was written.",
                  {{"", static_cast<double>(now_s) - ended}});
}

}  // namespace

std::string metrics_text(const std::vector<CheckRecord>& checks, const Marks& marks, std::int64_t now_s) {
    const auto accepted = std::count_if(
        checks.begin(), checks.end(), [&](const CheckRecord& check) { return is_accepted(marks, check.id); });
    const std::string counts =
        metric("fabricmap_checks", "Checks that are kept.", {{"", static_cast<double>(checks.size())}}) +
        metric("fabricmap_checks_accepted", "Those that show the healthy machine.",
               {{"", static_cast<double>(accepted)}});
    if (checks.empty()) return counts;
    return counts + last_check_text(checks.back(), now_s) + hosts_text(last_of_hosts(checks), now_s);
}

}  // namespace fabricmap::site
