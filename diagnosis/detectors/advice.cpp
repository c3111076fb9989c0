// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/advice.hpp"

#include "diagnosis/topology/host_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

/// A message whose bytes, not its way, take the time.
constexpr std::int64_t long_message = std::int64_t{16} * 1024;

/// Latency faults show at short messages, bandwidth faults at long ones alone.
bool is_about_bandwidth(const Finding& finding) {
    return finding.from_length_bytes >= long_message;
}

std::string advice_on_node(const Finding& finding) {
    const std::string host = finding.hosts.front();
    if (is_about_bandwidth(finding)) {
        return fmt::format(
            "Only long messages are slow: look at the rate and width at which {}'s adapter, cable and slot "
            "run.",
            host);
    }
    return fmt::format(
        "Look at {}'s adapter and cable for errors, and at its load, power settings and interrupts.", host);
}

std::string advice_on_link(const Finding& finding) {
    const std::string ends = fmt::format("{} and {}", finding.hosts[0], finding.hosts[1]);
    if (finding.evidence.numbers.contains("pairs_of_hosts_behind")) {
        return fmt::format("Look at the cable between {} and its error counters.", ends);
    }
    return fmt::format("Both hosts are well otherwise: look at the route between {} for a bad cable or port.",
                       ends);
}

}  // namespace

std::string advice_on(const Finding& finding) {
    switch (finding.kind) {
        case FindingKind::slow_node:
            return advice_on_node(finding);
        case FindingKind::slow_rank:
            return "Look at what else runs on its core, and whether its memory and adapter are near the "
                   "core.";
        case FindingKind::slow_link:
        case FindingKind::asymmetric_link:
            return advice_on_link(finding);
        case FindingKind::slow_switch:
            return finding.to_hosts.empty()
                       ? "Look at the switch of these hosts and at its uplinks: one may be down or slow."
                       : "Look at the cables between the switches of these hosts, and at the routes over "
                         "them.";
        case FindingKind::half_duplex_link:
            return "Look whether a port negotiated half duplex, or whether both directions share one lane.";
        case FindingKind::noisy_node:
            return fmt::format(
                "Look for other work, daemons and frequency changes on {}, and for retransmissions.",
                finding.hosts.front());
        case FindingKind::failed_pair:
            return finding.hosts.size() == 1 ? "Look whether the host is up and its network interface in use."
                                             : "Look at firewall and routes between the two hosts.";
        case FindingKind::regression:
            return "Look at what was changed there since the baseline was measured.";
        case FindingKind::improvement:
            return "Nothing to do; take a new baseline if this is to stay.";
        case FindingKind::topology_mismatch:
            return "Look where its cable is plugged in, or mend the declared topology.";
    }
    return {};
}

}  // namespace fabricmap::diagnosis
