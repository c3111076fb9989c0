// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/uplinks.hpp"

#include "scenario/fabric.hpp"

#include <algorithm>

namespace fabricmap::lab {
namespace {

/// The cables above the switches of one level: first one up from each switch, then one down to each.
struct Level {
    int hosts_per_switch;
    std::size_t first_up;
    std::size_t first_down;

    [[nodiscard]] std::size_t up_from(int host) const {
        return first_up + static_cast<std::size_t>(host / hosts_per_switch);
    }
    [[nodiscard]] std::size_t down_to(int host) const {
        return first_down + static_cast<std::size_t>(host / hosts_per_switch);
    }
};

std::vector<Level> lay_levels(const Scenario& scenario, const FatTree& tree, SwitchSettings& settings) {
    std::vector<Level> levels;
    levels.reserve(tree.children.size());
    const double link = scenario.bandwidths.link;
    int hosts_per_switch = 1;
    double rate = link;
    for (const int children : tree.children) {
        hosts_per_switch *= children;
        rate = std::max(rate * children / tree.oversubscription, link);
        const auto switches = static_cast<std::size_t>(scenario.fabric.hosts / hosts_per_switch);
        const std::size_t laid = settings.cable_rates.size();
        levels.push_back({hosts_per_switch, laid, laid + switches});
        settings.cable_rates.resize(laid + 2 * switches, rate);
    }
    return levels;
}

/// Up to the level where the two hosts share a switch, and down again.
std::vector<std::size_t> cables_between(const std::vector<Level>& levels, int turn, int sender,
                                        int receiver) {
    std::vector<std::size_t> cables;
    const auto passed = static_cast<std::size_t>(turn - 1);
    cables.reserve(2 * passed);
    for (std::size_t level = 0; level < passed; ++level) cables.push_back(levels[level].up_from(sender));
    for (std::size_t level = passed; level > 0; --level) {
        cables.push_back(levels[level - 1].down_to(receiver));
    }
    return cables;
}

}  // namespace

void lay_uplinks(const Scenario& scenario, SwitchSettings& settings) {
    const auto* const tree = std::get_if<FatTree>(&scenario.fabric.shape);
    if (tree == nullptr || tree->oversubscription <= 1) return;
    const std::vector<Level> levels = lay_levels(scenario, *tree, settings);
    const int hosts = scenario.fabric.hosts;
    for (int sender = 0; sender < hosts; ++sender) {
        for (int receiver = 0; receiver < hosts; ++receiver) {
            if (sender == receiver) continue;
            const int turn = route(scenario.fabric, sender, receiver).local;
            settings.path(sender, receiver).cables = cables_between(levels, turn, sender, receiver);
        }
    }
}

}  // namespace fabricmap::lab
