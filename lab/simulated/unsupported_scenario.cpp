// SPDX-License-Identifier: Apache-2.0
#include "lab/kinds/kind.hpp"

#include <fmt/format.h>

namespace fabricmap::lab {
namespace {

// A full sweep of more takes hours and tens of gigabytes.
constexpr int max_ranks = 4096;

std::optional<std::string> reason_against(const Scenario& scenario, const Fault& fault) {
    const auto have_it_in = [&](std::string_view why, std::string_view kinds) {
        return fmt::format("{}: {}; use the kind {}", name_of(fault), why, kinds);
    };
    switch (fault.kind) {
        case FaultKind::noisy_node:
            return have_it_in("a simulated host does the same each time", "synthetic");
        case FaultKind::dead_pair:
            return have_it_in("a simulated message always arrives", "synthetic");
        case FaultKind::lossy_port:
            return have_it_in("a simulated message always arrives", "virtual");
        case FaultKind::slow_rank:
            if (scenario.fabric.ranks_per_host == 1) break;
            return have_it_in("the simulator knows the ranks of a host by their host", "synthetic");
        case FaultKind::half_duplex:
            if (fault.other_part) {
                return have_it_in("between= joins hosts that share no port; give host=, or", "synthetic");
            }
            if (fault.from_bytes == 0) break;
            return have_it_in("from= has no meaning for a simulated port; remove it, or", "synthetic");
        case FaultKind::slow_node:
        case FaultKind::slow_link:
        case FaultKind::slow_switch:
        case FaultKind::slow_cable:
        case FaultKind::slow_port:
        case FaultKind::lost_uplink:
            break;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> simulated_unsupported_scenario(const Scenario& scenario) {
    const int ranks = scenario.fabric.rank_count();
    if (ranks > max_ranks) {
        return fmt::format("{} ranks: a simulated fabric has at most {}; use fewer, or --kind synthetic",
                           ranks, max_ranks);
    }
    for (const Fault& fault : scenario.faults) {
        if (auto reason = reason_against(scenario, fault)) return reason;
    }
    return std::nullopt;
}

}  // namespace fabricmap::lab
