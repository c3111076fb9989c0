// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/host_levels.hpp"

#include "diagnosis/survey/group_levels.hpp"
#include "diagnosis/survey/missing_cables.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::ptrdiff_t min_hosts_of_levels = 4;

/// Between groups of hosts: the median of the logarithms.
UnitPairs between_groups(const Eigen::ArrayXXf& logs, const List<std::vector<int>>& groups) {
    const auto count = static_cast<Eigen::Index>(groups.size());
    UnitPairs pairs{{}, Eigen::ArrayXXf::Constant(count, count, no_value)};
    for (const UnitIndex group : IndexRange<UnitIndex>(count)) pairs.units.push_back(group);
    for (Eigen::Index one = 0; one < count; ++one) {
        for (Eigen::Index other = 0; other < count; ++other) {
            if (one == other) continue;
            const Eigen::ArrayXXf paths = logs(groups[one], groups[other]);
            pairs.logs(one, other) = median_of_numbers(paths.reshaped());
        }
    }
    return pairs;
}

/// Forgets what cannot be known: a group much larger than those of most hosts may hold its near hosts within
/// it, where others have theirs outside, and where about half of the hosts are slow the others may be fast.
void forget_doubtful_shifts(UnitShifts& shifts, const List<std::vector<int>>& groups) {
    constexpr float much_larger = 3;
    constexpr float about_half = 0.45F;
    std::vector<float> sizes;  // of the group of each host that is not alone
    float hosts = 0;
    for (const std::vector<int>& group : groups) {
        const auto size = static_cast<float>(group.size());
        if (size > 1) sizes.insert(sizes.end(), group.size(), size);
        hosts += size;
    }
    const float largest = much_larger * median_of_numbers(sizes);
    float shifted = 0;
    for (const UnitIndex group : shifts.sending.indices()) {
        const auto size = static_cast<float>(groups[group].size());
        if (size > largest) shifts.sending[group] = shifts.receiving[group] = 0;
        if (shifts.sending[group] != 0 || shifts.receiving[group] != 0) shifted += size;
    }
    if (shifted < about_half * hosts) return;
    std::fill(shifts.sending.begin(), shifts.sending.end(), 0.0F);
    std::fill(shifts.receiving.begin(), shifts.receiving.end(), 0.0F);
}

/// What all paths from and to a group have too much, as below a slow switch.
UnitShifts shifts_of_groups(const Eigen::ArrayXXf& logs, const List<std::vector<int>>& groups) {
    UnitShifts shifts = find_shifts({between_groups(logs, groups)}, static_cast<int>(groups.size()));
    forget_doubtful_shifts(shifts, groups);
    return shifts;
}

bool has_any(const PerUnit<float>& shifts) {
    return std::any_of(shifts.begin(), shifts.end(), [](float shift) { return shift != 0; });
}

/// Adds so many times what groups have too much.
void add_times(Eigen::ArrayXXf& logs, float times, const UnitShifts& shifts,
               const List<std::vector<int>>& groups) {
    for (const UnitIndex one : shifts.sending.indices()) {
        for (const UnitIndex other : shifts.sending.indices()) {
            const float shift = shifts.sending[one] + shifts.receiving[other];
            if (one != other && shift != 0) logs(groups[one], groups[other]) += times * shift;
        }
    }
}

/// Looks for a grid once more, by the hops that there are with the cables that are too slow to be seen.
void find_grid_behind_slow_cables(HostLevels& found, const Levels& by_delay) {
    const auto hops = hops_with_missing_cables(by_delay.numbers.front());
    if (!hops) return;
    // A hop takes as long as it usually does.
    const auto farthest = static_cast<int>(by_delay.ranges.size());
    Topology usual = find_topology(hops->unaryExpr([&](int count) {
        const int number = std::clamp(count, 1, farthest) - 1;
        return std::exp(by_delay.ranges[static_cast<std::size_t>(number)].centre);
    }));
    if (usual.shape == Shape::grid) found.topology = std::move(usual);
}

/// The topology of the delays without what slow switches add, which would look like levels of their own.
void find_topology_behind_faults(HostLevels& found, Levels& by_delay) {
    Eigen::ArrayXXf& logs = by_delay.blocks.front().logs;
    found.topology = find_topology(logs.exp().matrix());
    if (found.topology.shape == Shape::groups) find_grid_behind_slow_cables(found, by_delay);
    constexpr int max_rounds = 3;  // a switch may be slow below another that is
    struct TakenOff {
        List<std::vector<int>> groups;
        UnitShifts shifts;
    };
    std::vector<TakenOff> taken_off;
    for (int round = 0; round < max_rounds && !found.topology.levels.empty(); ++round) {
        const List<std::vector<int>> groups(found.topology.levels.front().groups);
        UnitShifts shifts = shifts_of_groups(logs, groups);
        if (!has_any(shifts.sending) && !has_any(shifts.receiving)) break;
        add_times(logs, -1, shifts, groups);
        taken_off.push_back({groups, std::move(shifts)});
        found.topology = find_topology(logs.exp().matrix());
    }
    for (const TakenOff& one : taken_off) add_times(logs, 1, one.shifts, one.groups);
}

/// Whether about as many pairs of most hosts are at the level.
bool is_shared(const Levels::Numbers& numbers, std::uint8_t level) {
    std::vector<Eigen::Index> counts;
    for (Eigen::Index host = 0; host < numbers.rows(); ++host) {
        counts.push_back((numbers.row(host) == level).count());
    }
    std::sort(counts.begin(), counts.end());
    const Eigen::Index usual = counts[counts.size() / 5];
    return usual > 0 && 2 * usual >= counts[counts.size() * 9 / 10];
}

/// Joins levels that few hosts have with the one below, where they are hardly farther: what is left of a slow
/// host or switch may look like one.
void join_odd_levels(Levels::Numbers& numbers, std::vector<TopologyLevel>& levels) {
    constexpr double hardly_farther = 1.12;
    for (auto level = static_cast<std::uint8_t>(levels.size()); level-- > 1;) {
        if (is_shared(numbers, level) || levels[level].delay_s > hardly_farther * levels[level - 1].delay_s)
            continue;
        numbers = numbers
                      .unaryExpr([level](std::uint8_t number) {
                          return static_cast<std::uint8_t>(number >= level ? number - 1 : number);
                      })
                      .eval();
        levels[level - 1].groups = std::move(levels[level].groups);
        levels.erase(levels.begin() + level);
    }
}

/// Levels between hosts by their places in the topology, where it has levels; else by their delays.
Levels::Numbers levels_between(HostLevels& found, const Levels& by_delay) {
    const UnitPairs& between = by_delay.blocks.front();
    const Eigen::Index hosts = between.logs.rows();
    if (found.topology.shape == Shape::hierarchy) {
        Levels::Numbers numbers = levels_of_groups(found.topology, hosts);
        join_odd_levels(numbers, found.topology.levels);
        return numbers;
    }
    if (found.topology.shape != Shape::grid)
        return levels_settled_by_groups(by_delay.ranges, between.logs, found.topology);
    const Eigen::MatrixXi hops = hops_of(found.topology);
    return hops.array().min(max_levels).max(1).cast<std::uint8_t>() - std::uint8_t{1};
}

}  // namespace

HostLevels find_host_levels(UnitPairs between) {
    const auto hosts = std::ssize(between.units);
    std::vector<UnitPairs> blocks;
    blocks.push_back(std::move(between));
    Levels by_delay = find_levels(std::move(blocks), static_cast<int>(hosts));
    HostLevels found;
    find_topology_behind_faults(found, by_delay);
    // Of three hosts a slow one would be a level of its own.
    if (hosts < min_hosts_of_levels) {
        found.numbers.setZero(hosts, hosts);
    } else {
        found.numbers = levels_between(found, by_delay);
    }
    return found;
}

}  // namespace fabricmap::diagnosis
