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

bool has_lost_uplinks(const Scenario& scenario) {
    return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                       [](const Fault& fault) { return fault.kind == FaultKind::lost_uplink; });
}

/// Takes the missing cables from what goes up from a leaf and down to it: one by one, or their share of a
/// cable that stands for all.
void lose_uplinks(const Scenario& scenario, bool are_parallel, const Level& leaves,
                  SwitchSettings& settings) {
    for (const Fault& fault : scenario.faults) {
        if (fault.kind != FaultKind::lost_uplink) continue;
        const int left = fault.all_uplinks - fault.lost_uplinks;
        const auto leaf = static_cast<std::size_t>(fault.part);
        for (const std::size_t trunk : {leaves.first_up + leaf, leaves.first_down + leaf}) {
            if (are_parallel) settings.cable_counts[trunk] = left;
            if (!are_parallel) settings.cable_rates[trunk] *= static_cast<double>(left) / fault.all_uplinks;
        }
    }
}

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
        settings.cable_rates.resize(laid + 2 * switches, tree.uplinks > 0 ? link : rate);
        settings.cable_counts.resize(laid + 2 * switches, std::max(1, tree.uplinks));
    }
    lose_uplinks(scenario, tree.uplinks > 0, levels.front(), settings);
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
    if (tree == nullptr) return;
    if (tree->oversubscription <= 1 && tree->uplinks == 0 && !has_lost_uplinks(scenario)) return;
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
