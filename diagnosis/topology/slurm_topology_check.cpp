// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"
#include "diagnosis/topology/leaf_matching.hpp"
#include "diagnosis/topology/slurm_topology.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace fabricmap::diagnosis {
namespace {

/// The declared leaf of each measured host.
class Places {
  public:
    explicit Places(const DeclaredTopology& declared) : declared_(&declared) {
        for (std::size_t s = 0; s < declared.switches.size(); ++s) {
            for (const std::string& node : declared.switches[s].nodes) {
                const auto [known, is_new] = switches_.try_emplace(node, static_cast<int>(s));
                // Who is on several leaves is near to the hosts of each.
                if (!is_new) known->second = no_leaf;
            }
        }
    }

    /// The switch of a host, by its name or, where that is not in the file, by what stands before the first
    /// point of it, no_leaf where it is on several; nothing where neither is declared.
    std::optional<int> take(const std::string& host) {
        const auto found = find_declared(switches_, host);
        if (found == switches_.end()) return std::nullopt;
        taken_.insert(found->first);
        return found->second;
    }

    [[nodiscard]] std::vector<std::string> not_taken() const {
        std::vector<std::string> rest;
        for (const DeclaredSwitch& declared : declared_->switches) {
            for (const std::string& node : declared.nodes) {
                if (!taken_.contains(node)) rest.push_back(node);
            }
        }
        return rest;
    }

  private:
    const DeclaredTopology* declared_;
    std::unordered_map<std::string, int> switches_;
    std::unordered_set<std::string> taken_;
};

/// Whether nothing is near to a host at any level; it cannot be distinguished from one of which nothing is
/// known.
bool is_alone(const Topology& measured, int host) {
    return std::all_of(measured.levels.begin(), measured.levels.end(), [&](const TopologyLevel& level) {
        return std::find(level.groups.begin(), level.groups.end(), std::vector<int>{host}) !=
               level.groups.end();
    });
}

/// The leaf that most of the others in the group are declared on; none where no other leaf is there.
int leaf_of_company(const std::vector<int>& group, int host, const List<int>& leaves) {
    const int own = leaves[host];
    std::map<int, int> votes;
    for (const int other : group) {
        const int leaf = leaves[other];
        if (leaf != no_leaf && leaf != own) ++votes[leaf];
    }
    const auto largest = std::max_element(votes.begin(), votes.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    return largest == votes.end() ? no_leaf : largest->first;
}

/// The level whose groups are the most like the declared leaves.
LeafMatching best_matching(const Topology& measured, const List<int>& leaves) {
    LeafMatching best;
    for (const TopologyLevel& level : measured.levels) {
        LeafMatching matching = match_leaves(leaves, level.groups);
        if (!best.groups || matching.likeness > best.likeness) best = std::move(matching);
    }
    return best;
}

}  // namespace

TopologyCheck check_topology(const DeclaredTopology& declared, const Topology& measured,
                             const std::vector<std::string>& hosts) {
    TopologyCheck check;
    Places places(declared);
    List<int> leaves;
    for (const std::string& host : hosts) {
        const std::optional<int> leaf = places.take(host);
        if (!leaf) check.undeclared_hosts.push_back(host);
        leaves.push_back(leaf.value_or(no_leaf));
    }
    check.unmeasured_hosts = places.not_taken();
    check.comparable = !measured.levels.empty() && check.undeclared_hosts.size() < hosts.size();
    if (!check.comparable) return check;
    const LeafMatching matching = best_matching(measured, leaves);
    const auto name_of_leaf = [&](int leaf) {
        return leaf == no_leaf ? std::string() : declared.switches[static_cast<std::size_t>(leaf)].name;
    };
    for (int host = 0; host < std::ssize(hosts); ++host) {
        if (!matching.is_elsewhere(host, leaves)) continue;
        const std::size_t g = matching.group_of_host[host];
        if (!matching.has_leaf[g] && is_alone(measured, host)) continue;
        const auto& group = (*matching.groups)[g];
        check.misplaced.push_back({hosts[static_cast<std::size_t>(host)], name_of_leaf(leaves[host]),
                                   name_of_leaf(leaf_of_company(group, host, leaves))});
    }
    return check;
}

}  // namespace fabricmap::diagnosis
