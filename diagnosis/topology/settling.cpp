// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/hierarchy.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace fabricmap::diagnosis {
namespace {

constexpr int settling_sweeps = 2;
constexpr std::size_t min_members = 2;  // one pair alone may be the odd one

using Groups = std::vector<std::vector<int>>;

constexpr float nowhere = std::numeric_limits<float>::infinity();

/// Median of the distances from a host to the others of a group; infinite where there are none.
double distance_to(const std::vector<int>& group, int host, const Eigen::MatrixXf& distances) {
    std::vector<float> values;
    for (const int other : group) {
        const float distance = distances(other, host);
        if (other != host && !std::isnan(distance)) values.push_back(distance);
    }
    return upper_median_of(values, nowhere);
}

/// Between what two hosts of a group have and what those of different groups have.
double limit_of(const std::vector<TopologyLevel>& levels, const Eigen::MatrixXf& distances) {
    double beyond = 0;
    if (levels.size() > 1) {
        beyond = levels[1].delay_s;
    } else {
        const auto& groups = levels[0].groups;
        std::vector<float> values;
        for (std::size_t g = 1; g < groups.size(); ++g) {
            for (const int host : groups[g]) {
                for (const int other : groups[g - 1]) {
                    if (!std::isnan(distances(other, host))) values.push_back(distances(other, host));
                }
            }
        }
        beyond = upper_median_of(values, nowhere);
    }
    return std::sqrt(levels[0].delay_s * beyond);
}

void put_in_order(Groups& groups) {
    std::erase_if(groups, [](const auto& group) { return group.empty(); });
    for (auto& group : groups) std::sort(group.begin(), group.end());
    std::sort(groups.begin(), groups.end());
}

bool settle_leaves(Groups& groups, double limit, const Eigen::MatrixXf& distances) {
    struct Move {
        int host;
        std::size_t from;
        std::size_t to;
    };
    std::vector<Move> moves;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (const int host : groups[g]) {
            if (distance_to(groups[g], host, distances) < limit) continue;
            std::size_t nearest = g;
            double smallest = limit;
            for (std::size_t other = 0; other < groups.size(); ++other) {
                if (other == g || groups[other].size() < min_members) continue;
                const double distance = distance_to(groups[other], host, distances);
                if (distance < smallest) {
                    smallest = distance;
                    nearest = other;
                }
            }
            if (nearest != g) moves.push_back({host, g, nearest});
        }
    }
    for (const Move& move : moves) {
        std::erase(groups[move.from], move.host);
        groups[move.to].push_back(move.host);
    }
    put_in_order(groups);
    return !moves.empty();
}

/// The groups of a level above, made of whole smaller ones.
Groups follow(const Groups& smaller, const Groups& before) {
    std::map<int, std::size_t> group_of;
    for (std::size_t g = 0; g < before.size(); ++g) {
        for (const int host : before[g]) group_of[host] = g;
    }
    Groups groups(before.size());
    for (const auto& part : smaller) {
        std::map<std::size_t, int> votes;
        for (const int host : part) ++votes[group_of.at(host)];
        const auto largest = std::max_element(
            votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        groups[largest->first].insert(groups[largest->first].end(), part.begin(), part.end());
    }
    put_in_order(groups);
    return groups;
}

}  // namespace

void settle_hosts(std::vector<TopologyLevel>& levels, const Eigen::MatrixXf& distances) {
    if (levels.empty()) return;
    const double limit = limit_of(levels, distances);
    if (!std::isfinite(limit)) return;
    for (int sweep = 0; sweep < settling_sweeps; ++sweep) {
        if (!settle_leaves(levels[0].groups, limit, distances)) break;
    }
    for (std::size_t level = 1; level < levels.size(); ++level) {
        levels[level].groups = follow(levels[level - 1].groups, levels[level].groups);
    }
}

}  // namespace fabricmap::diagnosis
