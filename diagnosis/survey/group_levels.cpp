// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/group_levels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
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

constexpr std::uint8_t none = 255;
static_assert(none > max_levels);

/// The first level whose range does not end below a value; as many as there are where all do.
std::size_t level_from(const std::vector<LevelRange>& ranges, float value) {
    const auto found = std::ranges::lower_bound(ranges, value, {}, &LevelRange::highest);
    return static_cast<std::size_t>(found - ranges.begin());
}

/// The level that a value is surely at: in its range, or beyond those of all; none between two.
std::uint8_t sure_level(const std::vector<LevelRange>& ranges, float value) {
    if (!std::isfinite(value)) return 0;
    const std::size_t number = level_from(ranges, value);
    if (number > 0 && number < ranges.size() && value < ranges[number].lowest) return none;
    return static_cast<std::uint8_t>(std::min(number, ranges.size() - 1));
}

/// Gives each pair of hosts a level, by its own delay and those of other pairs between the same groups.
class LevelsByGroups {
  public:
    LevelsByGroups(const std::vector<LevelRange>& ranges, const Eigen::ArrayXXf& logs,
                   const Topology& topology)
        : ranges_(&ranges),
          logs_(&logs),
          topology_(&topology),
          groups_(groups_of_hosts(topology, logs.rows())),
          sure_(logs.unaryExpr([&](float value) { return sure_level(ranges, value); })) {}

    [[nodiscard]] Levels::Numbers levels() {
        Levels::Numbers numbers = sure_;
        for (Eigen::Index to = 0; to < numbers.cols(); ++to) {
            for (Eigen::Index from = 0; from < numbers.rows(); ++from) {
                if (numbers(from, to) == none) numbers(from, to) = settled(from, to);
            }
        }
        return numbers;
    }

  private:
    /// The pairs from one group to another.
    struct Block {
        int pairs = 0;
        std::vector<int> below;  ///< how many are surely at lower levels than each, and last at any
    };

    /// Of a pair between two levels.
    std::uint8_t settled(Eigen::Index from, Eigen::Index to) {
        const auto upper = static_cast<std::uint8_t>(level_from(*ranges_, (*logs_)(from, to)));
        const auto lower = static_cast<std::uint8_t>(upper - 1);
        const std::uint8_t nearest = std::clamp(nearest_level(*ranges_, (*logs_)(from, to)), lower, upper);
        for (std::size_t height = 0; height < topology_->levels.size(); ++height) {
            const int sending = groups_[from][height];
            const int receiving = groups_[to][height];
            if (sending == receiving && height > 0) return nearest;
            const Block& block = between(height, sending, receiving);
            const int others = block.pairs - 1;
            const auto are_most = [others](int pairs) { return others > 0 && 4 * pairs >= 3 * others; };
            if (are_most(block.below[upper] - block.below[lower])) return lower;
            if (are_most(block.below[upper])) return nearest;
            if (are_most(block.below.back() - block.below[upper])) return upper;
            if (sending == receiving) return nearest;
        }
        return topology_->levels.empty() ? nearest : upper;
    }

    const Block& between(std::size_t height, int sending, int receiving) {
        Block& block = blocks_[{height, sending, receiving}];
        if (!block.below.empty()) return block;
        block.below.resize(ranges_->size() + 1);
        const std::vector<std::vector<int>>& groups = topology_->levels[height].groups;
        for (const int to : groups[static_cast<std::size_t>(receiving)]) {
            for (const int from : groups[static_cast<std::size_t>(sending)]) {
                if (from == to || std::isnan((*logs_)(from, to))) continue;
                ++block.pairs;
                if (sure_(from, to) != none) ++block.below[sure_(from, to) + std::size_t{1}];
            }
        }
        std::partial_sum(block.below.begin(), block.below.end(), block.below.begin());
        return block;
    }

    const std::vector<LevelRange>* ranges_;
    const Eigen::ArrayXXf* logs_;
    const Topology* topology_;
    List<std::vector<int>> groups_;
    Levels::Numbers sure_;
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

Levels::Numbers levels_settled_by_groups(const std::vector<LevelRange>& ranges, const Eigen::ArrayXXf& logs,
                                         const Topology& topology) {
    return LevelsByGroups(ranges, logs, topology).levels();
}

}  // namespace fabricmap::diagnosis
