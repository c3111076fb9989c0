// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"
#include "diagnosis/drawing/marks.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "picture/output/svg.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// Beyond so many a table is of no use, and the page too large.
constexpr std::size_t max_host_rows = 5000;

/// Of each host the numbers of the findings whose part it belongs to: "1, 3".
std::vector<std::string> findings_by_host(const Diagnosis& diagnosis) {
    std::vector<std::string> numbers(diagnosis.hosts.size());
    const auto indices = host_indices(diagnosis);
    for (std::size_t index = 0; index < diagnosis.findings.size(); ++index) {
        for (const std::string& host : hosts_of(diagnosis.findings[index].part)) {
            const auto found = indices.find(host);
            if (found == indices.end()) continue;
            std::string& text = numbers[found->second];
            fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : ", ", index + 1);
        }
    }
    return numbers;
}

std::string known_factor(double factor) {
    return std::isfinite(factor) ? format_plain(factor, 3) : "";
}

/// In GB/s, as the head of its column says.
std::string known_rate(const std::optional<double>& bytes_a_second) {
    return bytes_a_second ? format_number(*bytes_a_second, {"GB/s", 1e-9}) : "";
}

}  // namespace

void add_hosts(const Diagnosis& diagnosis, PageData& page) {
    if (diagnosis.hosts.size() < 2 || diagnosis.hosts.size() > max_host_rows || diagnosis.collectives) return;
    const std::vector<HostState> states = host_states(diagnosis);
    const std::vector<std::string> findings = findings_by_host(diagnosis);
    std::string rows;
    for (const int place : picture_order(diagnosis)) {
        const auto host = static_cast<std::size_t>(place);
        const HostRates rates = host < diagnosis.host_rates.size() ? diagnosis.host_rates[host] : HostRates{};
        fmt::format_to(std::back_inserter(rows),
                       "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
                       "</tr>\n",
                       picture::escaped_markup(diagnosis.hosts[host]), findings[host],
                       known_factor(states[host].send_factor), known_factor(states[host].receive_factor),
                       known_rate(rates.sends), known_rate(rates.receives));
    }
    page.set("host_rows", rows);
    page.set("host_count", fmt::format("{}", diagnosis.hosts.size()));
}

}  // namespace fabricmap::diagnosis
