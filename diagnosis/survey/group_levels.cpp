// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/group_levels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// For each host, the group it is in at each level.
List<std::vector<int>> groups_of_hosts(const Topology& topology, Eigen::Index hosts) {
    List<std::vector<int>> groups(static_cast<std::size_t>(hosts));
    for (const TopologyLevel& level : topology.levels) {
        for (std::size_t number = 0; number < level.groups.size(); ++number) {
            for (const int host : level.groups[number]) groups[host].push_back(static_cast<int>(number));
        }
    }
    return groups;
}

/// What is known of pairs between groups of hosts.
class GroupVotes {
  public:
    GroupVotes(const Levels& by_delay, const Eigen::MatrixXd& delays, const Topology& topology)
        : by_delay_(&by_delay),
          delays_(&delays),
          topology_(&topology),
          groups_(groups_of_hosts(topology, by_delay.numbers.front().rows())) {}

    /// Which of two levels, `lower` and the next, a pair between them has.
    [[nodiscard]] std::uint8_t level_of(Eigen::Index from, Eigen::Index to, std::uint8_t lower) {
        const std::size_t upper = std::size_t{lower} + 1;
        for (std::size_t height = 0; height < topology_->levels.size(); ++height) {
            const int sending = groups_[from][height];
            const int receiving = groups_[to][height];
            if (sending == receiving && height > 0) break;
            const Block& block = between(height, sending, receiving);
            if (4 * block.at_level[lower] >= 3 * block.pairs) return lower;
            if (4 * block.at_level[upper] >= 3 * block.pairs) break;
        }
        return static_cast<std::uint8_t>(upper);
    }

  private:
    /// The pairs from one group to another.
    struct Block {
        int pairs = 0;
        std::vector<int> at_level;  ///< that are surely at each level
    };

    const Block& between(std::size_t height, int sending, int receiving) {
        Block& block = blocks_[{height, sending, receiving}];
        if (!block.at_level.empty()) return block;
        block.at_level.resize(by_delay_->centres.size());
        const std::vector<std::vector<int>>& groups = topology_->levels[height].groups;
        for (const int to : groups[static_cast<std::size_t>(receiving)]) {
            for (const int from : groups[static_cast<std::size_t>(sending)]) {
                if (from == to || std::isnan((*delays_)(from, to))) continue;
                ++block.pairs;
                if (by_delay_->lower.front()(from, to) == Levels::none)
                    ++block.at_level[by_delay_->numbers.front()(from, to)];
            }
        }
        return block;
    }

    const Levels* by_delay_;
    const Eigen::MatrixXd* delays_;
    const Topology* topology_;
    List<std::vector<int>> groups_;
    std::map<std::tuple<std::size_t, int, int>, Block> blocks_;
};

}  // namespace

Levels::Numbers levels_of_groups(const Topology& topology, Eigen::Index hosts) {
    const auto groups = groups_of_hosts(topology, hosts);
    Levels::Numbers numbers(hosts, hosts);
    for (Eigen::Index one = 0; one < hosts; ++one) {
        for (Eigen::Index other = 0; other < hosts; ++other) {
            const std::vector<int>& here = groups[one];
            const std::vector<int>& there = groups[other];
            const auto meeting =
                std::mismatch(here.begin(), here.end(), there.begin(), std::not_equal_to<>()).first;
            numbers(one, other) = static_cast<std::uint8_t>(meeting - here.begin());
        }
    }
    return numbers;
}

Levels::Numbers levels_settled_by_groups(const Levels& by_delay, const Eigen::MatrixXd& delays,
                                         const Topology& topology) {
    Levels::Numbers numbers = by_delay.numbers.front();
    if (topology.levels.empty()) return numbers;
    const Levels::Numbers& lower = by_delay.lower.front();
    GroupVotes votes(by_delay, delays, topology);
    for (Eigen::Index to = 0; to < numbers.cols(); ++to) {
        for (Eigen::Index from = 0; from < numbers.rows(); ++from) {
            if (lower(from, to) == Levels::none) continue;
            numbers(from, to) = votes.level_of(from, to, lower(from, to));
        }
    }
    return numbers;
}

}  // namespace fabricmap::diagnosis
