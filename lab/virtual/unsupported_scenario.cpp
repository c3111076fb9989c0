// SPDX-License-Identifier: Apache-2.0
#include "lab/kinds/kind.hpp"
#include "lab/virtual/switch_settings.hpp"

#include <fmt/format.h>

namespace fabricmap::lab {
namespace {

constexpr int max_hosts = 16;
constexpr double max_loss = 0.2;

using Reason = std::optional<std::string>;

Reason reason_against_half_duplex(const Scenario& scenario, const Fault& fault) {
    if (fault.other_part) return "a switch has ports, not links: give host= in place of between=";
    if (!keeps_rate(scenario)) {
        return "only a port with a rate can be busy: add a line such as 'bandwidth link=1Gbit' (at most "
               "2Gbit)";
    }
    return std::nullopt;
}

Reason reason_against(const Scenario& scenario, const Fault& fault) {
    switch (fault.kind) {
        case FaultKind::slow_rank:
            return "a switch knows hosts, not ranks: use --kind synthetic";
        case FaultKind::half_duplex:
            return reason_against_half_duplex(scenario, fault);
        case FaultKind::lost_uplink:
            if (keeps_rate(scenario)) return std::nullopt;
            return "only cables with a rate can be fewer: add a line such as 'bandwidth link=40Mbit' (at "
                   "most "
                   "2Gbit)";
        case FaultKind::noisy_node:
            if (scenario.jitter_s > 0) return std::nullopt;
            return "it multiplies the jitter, and there is none: add a line such as 'jitter 5us'";
        case FaultKind::lossy_port:
            if (fault.loss <= max_loss) return std::nullopt;
            return "no job starts over a port that loses so much: give at most 20%, or take dead-pair";
        case FaultKind::dead_pair:
            if (fault.part != 0 && fault.other_part != 0) return std::nullopt;
            return "the job is started from host 0, which would not reach the other: give two other hosts";
        default:
            return std::nullopt;
    }
}

}  // namespace

std::vector<std::string_view> not_in_virtual(const Scenario& scenario) {
    std::vector<std::string_view> statements;
    if (!scenario.breaks.empty()) statements.emplace_back("break");
    if (scenario.noise.deviation > 0) statements.emplace_back("noise");
    if (scenario.collectives.is_given()) statements.emplace_back("collectives");
    if (!keeps_rate(scenario)) {
        statements.emplace_back("bandwidth");
        const auto* const tree = std::get_if<FatTree>(&scenario.fabric.shape);
        if (tree != nullptr && tree->oversubscription > 1) statements.emplace_back("oversubscription");
        if (tree != nullptr && tree->uplinks > 0) statements.emplace_back("uplinks");
    }
    return statements;
}

Reason virtual_unsupported_scenario(const Scenario& scenario) {
    const int hosts = scenario.fabric.hosts;
    if (hosts < 2) return "a single host has no switch: use --kind synthetic or simulated";
    if (hosts > max_hosts) {
        return fmt::format("{} hosts: a virtual cluster has at most {}; use --kind synthetic or simulated",
                           hosts, max_hosts);
    }
    for (const Fault& fault : scenario.faults) {
        if (fault.from_bytes > 0) {
            return fmt::format(
                "fault {} from={}: a switch sees packets, not messages: remove from=, or use --kind "
                "synthetic",
                name_of(fault), fault.from_bytes);
        }
        if (const auto reason = reason_against(scenario, fault)) {
            return fmt::format("fault {}: {}", name_of(fault), *reason);
        }
    }
    return std::nullopt;
}

}  // namespace fabricmap::lab
