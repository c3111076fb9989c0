// SPDX-License-Identifier: Apache-2.0
#include "placement/layouts/layout.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricmap::placement {

const Layout& layout_named(std::string_view name) {
    std::string names;
    for (const Layout* const one : all_layouts()) {
        if (one->name == name) return *one;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", one->name);
    }
    throw UsageError(fmt::format("--to {}: give some of {}", name, names));
}

std::string command_for_programs(const Placement& /*placement*/, const std::string& file) {
    return fmt::format("{} is for programs and people: rank, host and slot", file);
}

const std::string& host_name_of(const Placement& placement, int rank) {
    const int host = placement.chosen().host_of[static_cast<std::size_t>(rank)];
    return placement.delays.hosts[static_cast<std::size_t>(host)];
}

std::string host_lines(const Placement& placement) {
    std::string text;
    for (int rank = 0; rank < placement.pattern.ranks; ++rank)
        text += fmt::format("{}\n", host_name_of(placement, rank));
    return text;
}

std::vector<int> ranks_in_slot_order(const Placement& placement) {
    std::vector<int> place_of(static_cast<std::size_t>(placement.delays.host_count()), 0);
    for (std::size_t place = 0; place < placement.slots.hosts.size(); ++place)
        place_of[static_cast<std::size_t>(placement.slots.hosts[place])] = static_cast<int>(place);
    const Assignment& chosen = placement.chosen();
    std::vector<int> ranks(static_cast<std::size_t>(chosen.ranks()));
    std::iota(ranks.begin(), ranks.end(), 0);
    std::sort(ranks.begin(), ranks.end(), [&](int one, int other) {
        const auto key = [&](int rank) {
            const auto r = static_cast<std::size_t>(rank);
            return std::pair(place_of[static_cast<std::size_t>(chosen.host_of[r])], chosen.slot_of[r]);
        };
        return key(one) < key(other);
    });
    return ranks;
}

}  // namespace fabricmap::placement
