// SPDX-License-Identifier: Apache-2.0
#include "placement/layouts/layout.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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

const std::string& host_name_of(const Placement& placement, RankIndex rank) {
    return placement.delays.hosts[placement.chosen().host_of[rank]];
}

std::string host_lines(const Placement& placement) {
    std::string text;
    for (const RankIndex rank : placement.chosen().host_of.indices())
        text += fmt::format("{}\n", host_name_of(placement, rank));
    return text;
}

PerSlot<RankIndex> ranks_in_slot_order(const Placement& placement) {
    const std::map<HostIndex, PlaceIndex> place_of = placement.slots.place_of_hosts();
    const Assignment& chosen = placement.chosen();
    PerSlot<RankIndex> ranks(chosen.host_of.indices().list());
    std::sort(ranks.begin(), ranks.end(), [&](RankIndex one, RankIndex other) {
        const auto key = [&](RankIndex rank) {
            return std::pair(place_of.at(chosen.host_of[rank]), chosen.slot_of[rank]);
        };
        return key(one) < key(other);
    });
    return ranks;
}

}  // namespace fabricmap::placement
