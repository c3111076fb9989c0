// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/groups.hpp"

#include "diagnosis/topology/linkage.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

/// Noise may put a few pairs into another class: a fraction of a group's pairs with one host.
constexpr float stray_fraction = 0.34F;

/// 0 for hosts that are of the nearest class to each other, 1 for others, the mean of both directions.
Eigen::MatrixXf farness_of(const Survey& survey, std::uint8_t nearest) {
    const PerHost<std::string>& hosts = survey.machine.hosts;
    Eigen::MatrixXf farness(std::ssize(hosts), std::ssize(hosts));
    for (const HostIndex one : hosts.indices()) {
        for (const HostIndex other : hosts.indices())
            farness(other, one) = survey.class_between(one, other) == nearest ? 0.0F : 1.0F;
    }
    farness = (farness + farness.transpose()).eval() / 2;
    farness.diagonal().setZero();
    return farness;
}

/// As the topology counts hosts.
Groups groups_of_hosts(const std::vector<std::vector<int>>& numbers) {
    Groups groups;
    for (const std::vector<int>& group : numbers) {
        HostList& hosts = groups.emplace_back();
        for (const int host : group) hosts.push_back(HostIndex(host));
    }
    return groups;
}

/// Whether each host is near to its own group and to no other, but for stray pairs.
bool are_apart(const Groups& groups, const Eigen::MatrixXf& farness) {
    for (const HostList& group : groups) {
        const Eigen::VectorXf far = farness(Eigen::all, group).rowwise().sum();
        const auto size = static_cast<float>(group.size());
        for (const HostIndex host : IndexRange<HostIndex>(far.size())) {
            const bool is_member = std::binary_search(group.begin(), group.end(), host);
            const bool fits = is_member ? far(host) <= stray_fraction * (size - 1)
                                        : far(host) >= (1 - stray_fraction) * size;
            if (!fits) return false;
        }
    }
    return true;
}

/// Hosts that are of the nearest class to each other, but for a few stray pairs; empty where that does not
/// part them.
Groups nearest_hosts(const Survey& survey) {
    const auto& classes = survey.classes.all;
    const auto nearest = std::find_if(classes.begin(), classes.end(),
                                      [](const PairClass& pair_class) { return pair_class.between_hosts; });
    if (nearest == classes.end()) return {};
    const Eigen::MatrixXf farness = farness_of(survey, static_cast<std::uint8_t>(nearest - classes.begin()));
    constexpr float near = 0.5F;
    const Dendrogram dendrogram = average_linkage(farness);
    const auto merges = std::count_if(dendrogram.merges.begin(), dendrogram.merges.end(),
                                      [](const Merge& merge) { return merge.height < near; });
    Groups groups = groups_of_hosts(groups_after(dendrogram, static_cast<std::size_t>(merges)));
    return are_apart(groups, farness) ? groups : Groups();
}

}  // namespace

std::vector<Groups> partitions_of(const Survey& survey) {
    const std::vector<TopologyLevel>& levels = survey.classes.topology.levels;
    std::vector<Groups> partitions;
    for (std::size_t level = levels.size(); level-- > 0;) {
        if (levels[level].groups.size() >= min_groups)
            partitions.push_back(groups_of_hosts(levels[level].groups));
    }
    Groups nearest = nearest_hosts(survey);
    const std::size_t smallest = partitions.empty() ? min_groups - 1 : partitions.back().size();
    if (nearest.size() > smallest && nearest.size() < survey.machine.hosts.size())
        partitions.push_back(std::move(nearest));
    return partitions;
}

}  // namespace fabricmap::diagnosis
