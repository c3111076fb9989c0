// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/declared_groups.hpp"

#include "base/host_list.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// The names of the switches above each host, the leaf first.
class Parents {
  public:
    explicit Parents(const DeclaredTopology& declared) {
        for (const DeclaredSwitch& above : declared.switches) {
            for (const std::string& node : above.nodes) {
                if (!leaf_of_.try_emplace(node, above.name).second) on_several_.insert(node);
            }
            for (const std::string& below : above.switches) parent_of_.try_emplace(below, above.name);
        }
    }

    /// Nothing where the host is on no leaf, or on several.
    [[nodiscard]] std::optional<std::vector<std::string>> above(const std::string& host) const {
        const auto leaf = find_declared(leaf_of_, host);
        if (leaf == leaf_of_.end() || on_several_.contains(leaf->first)) return std::nullopt;
        std::vector<std::string> names{leaf->second};
        for (auto parent = parent_of_.find(names.back());
             parent != parent_of_.end() && names.size() <= parent_of_.size();
             parent = parent_of_.find(names.back()))
            names.push_back(parent->second);
        return names;
    }

  private:
    std::unordered_map<std::string, std::string> leaf_of_;
    std::unordered_set<std::string> on_several_;
    std::unordered_map<std::string, std::string> parent_of_;
};

/// Numbers of what all hosts have at that place above them, in the order of their first.
std::vector<int> numbers_at(std::size_t level, const std::vector<std::vector<std::string>>& above) {
    std::map<std::string, int> numbers;
    std::vector<int> of_hosts;
    for (const std::vector<std::string>& names : above) {
        const std::string& name = names[std::min(level, names.size() - 1)];
        of_hosts.push_back(numbers.try_emplace(name, static_cast<int>(numbers.size())).first->second);
    }
    return of_hosts;
}

/// Whether hosts of one leaf are in several of the measured groups.
bool contradicts(const std::vector<int>& leaves, const Topology& measured) {
    if (measured.shape == Shape::grid) return true;
    if (measured.levels.empty()) return false;
    std::set<std::pair<int, std::size_t>> pairs;
    const auto& groups = measured.levels.front().groups;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (const int host : groups[group]) pairs.emplace(leaves[static_cast<std::size_t>(host)], group);
    }
    return pairs.size() > static_cast<std::size_t>(*std::max_element(leaves.begin(), leaves.end())) + 1;
}

}  // namespace

std::vector<std::vector<int>> declared_groups(const DeclaredTopology& declared, const Topology& measured,
                                              const std::vector<std::string>& hosts) {
    const Parents parents(declared);
    std::vector<std::vector<std::string>> above;
    std::size_t depth = 0;
    for (const std::string& host : hosts) {
        std::optional<std::vector<std::string>> names = parents.above(host);
        if (!names) return {};
        depth = std::max(depth, names->size());
        above.push_back(std::move(*names));
    }
    std::vector<std::vector<int>> levels;
    for (std::size_t level = 0; level < depth; ++level) {
        std::vector<int> numbers = numbers_at(level, above);
        if (std::all_of(numbers.begin(), numbers.end(), [](int number) { return number == 0; })) break;
        levels.push_back(std::move(numbers));
    }
    if (levels.empty() || contradicts(levels.front(), measured)) return {};
    return levels;
}

}  // namespace fabricmap::diagnosis
