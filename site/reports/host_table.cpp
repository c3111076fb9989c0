// SPDX-License-Identifier: Apache-2.0
#include "site/reports/host_table.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "site/reports/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace fabricmap::site {
namespace {

constexpr std::size_t max_healthy_rows = 16;
constexpr std::string_view unknown_cell = "-";

/// Which hosts come first in the table.
int urgency(const HostRecord& host) {
    constexpr std::array order{4, 0, 1, 2, 3};
    const int place = order.at(static_cast<std::size_t>(host.verdict));
    return place == 4 && !host.recovered_from.empty() ? 3 : place;
}

std::string factor_cell(double factor) {
    return std::isfinite(factor) ? fmt::format("{:.2f}", factor) : std::string(unknown_cell);
}

std::string rate_cell(double rate) {
    constexpr double giga = 1e9;
    return std::isfinite(rate) ? format_plain(rate / giga) : std::string(unknown_cell);
}

std::string latency_cell(const HostRecord& host) {
    const auto& delays = host.sends.delays_s;
    return delays.empty() || !std::isfinite(delays.front()) ? std::string(unknown_cell)
                                                            : format_delay(delays.front());
}

std::vector<std::string> row_of(const HostRecord& host) {
    return {printable(host.host),
            factor_cell(host.sends.factor),
            factor_cell(host.receives.factor),
            factor_cell(host.sends.own_factor),
            factor_cell(host.receives.own_factor),
            rate_cell(host.sends.rate_bytes_per_s),
            rate_cell(host.receives.rate_bytes_per_s),
            latency_cell(host),
            host_verdict_text(host)};
}

bool is_plainly_healthy(const HostRecord& host) {
    return host.verdict == HostVerdict::healthy && host.recovered_from.empty();
}

}  // namespace

std::string host_verdict_text(const HostRecord& host) {
    std::string text(name_of(host.verdict));
    if (!host.text.empty()) text += ": " + printable(host.text);
    if (!host.recovered_from.empty()) text += fmt::format(", recovered (faulty in {})", host.recovered_from);
    return text;
}

std::string host_table(const CheckRecord& check) {
    std::vector<HostRecord> hosts = check.hosts;
    std::stable_sort(hosts.begin(), hosts.end(), [](const HostRecord& one, const HostRecord& other) {
        return urgency(one) < urgency(other);
    });
    std::vector<std::vector<std::string>> rows{{"host", "sends", "receives", "own sends", "own receives",
                                                "GB/s out", "GB/s in", "latency", "verdict"}};
    std::size_t healthy = 0;
    for (const HostRecord& host : hosts) {
        if (is_plainly_healthy(host) && ++healthy > max_healthy_rows) continue;
        rows.push_back(row_of(host));
    }
    std::string text = table_text(rows);
    if (healthy > max_healthy_rows) {
        text += fmt::format("  and {} that {} healthy\n",
                            counted(static_cast<std::int64_t>(healthy - max_healthy_rows), "host"),
                            healthy - max_healthy_rows == 1 ? "is" : "are");
    }
    return text +
           "  sends, receives: times what healthy hosts of its kind take, the largest over the lengths; own: "
           "times "
           "what the\n  host itself took in the accepted checks.\n";
}

}  // namespace fabricmap::site
