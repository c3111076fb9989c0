// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/slots.hpp"

#include <algorithm>
#include <vector>

namespace fabricmap::diagnosis {

Slots slots_of(const Machine& machine) {
    constexpr std::size_t max_slots = 16;
    std::vector<std::size_t> hosts_with(max_slots + 1, 0);
    for (const auto& ranks : machine.ranks_of) {
        if (ranks.size() <= max_slots) ++hosts_with[ranks.size()];
    }
    Slots slots;
    const auto largest = std::max_element(hosts_with.begin(), hosts_with.end());
    slots.count = static_cast<std::size_t>(largest - hosts_with.begin());
    for (const HostIndex host : machine.hosts.indices()) {
        if (machine.ranks_of[host].size() == slots.count) slots.hosts.push_back(host);
    }
    return slots;
}

}  // namespace fabricmap::diagnosis
