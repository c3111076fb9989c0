// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/incast_text.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {

std::vector<IncastLevel> incast_levels_of(const Incast& incast) {
    std::vector<IncastLevel> levels;
    for (std::size_t number = 0; number < incast.senders.size(); ++number) {
        std::vector<double> rates;
        IncastLevel level{incast.senders[number], 0, 0, ""};
        for (const IncastOfHost& host : incast.hosts) {
            const double rate = host.rates[number];
            if (std::isnan(rate)) continue;
            if (rates.empty() || rate < level.lowest) {
                level.lowest = rate;
                level.lowest_host = host.host;
            }
            rates.push_back(rate);
        }
        if (rates.empty()) continue;
        level.median = median_of(rates);
        levels.push_back(std::move(level));
    }
    return levels;
}

std::string incast_speed_text(const Incast& incast) {
    if (incast.hosts.empty()) return {};
    std::vector<double> rates;
    std::vector<double> senders;
    for (const IncastOfHost& host : incast.hosts) {
        rates.push_back(host.best_rate);
        senders.push_back(static_cast<double>(host.best_senders));
    }
    const auto from = std::llround(upper_median_of(senders));
    return fmt::format("Into one host: {} at best, from {} at once, in the median; messages of {}.",
                       format_rate(median_of(rates)), counted(from, "sender"),
                       format_size(incast.length_bytes));
}

std::string falling_text(const IncastOfHost& host) {
    return host.falling_senders ? fmt::format("{}", *host.falling_senders) : "none";
}

std::string incast_section(const Incast& incast, std::size_t max_hosts) {
    std::string text = fmt::format("\nWhat a host receives in all\n  {:>8}{:>16}{:>16}\n", "senders",
                                   "median host", "lowest");
    for (const IncastLevel& level : incast_levels_of(incast)) {
        text += fmt::format("  {:>8}{:>16}{:>16}  {}\n", level.senders, format_rate(level.median),
                            format_rate(level.lowest), printable(level.lowest_host));
    }
    text += fmt::format("\nThe best of each host, the lowest first\n  {:>16}{:>15}{:>28}  host\n", "best",
                        "from senders", "a fifth less from senders");
    const std::size_t shown = std::min(incast.hosts.size(), max_hosts);
    for (std::size_t number = 0; number < shown; ++number) {
        const IncastOfHost& host = incast.hosts[number];
        text += fmt::format("  {:>16}{:>15}{:>28}  {}\n", format_rate(host.best_rate), host.best_senders,
                            falling_text(host), printable(host.host));
    }
    if (shown < incast.hosts.size())
        text += fmt::format("  and {} more (--verbose)\n", incast.hosts.size() - shown);
    return text;
}

}  // namespace fabricmap::diagnosis
