// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/groups.hpp"

#include "diagnosis/topology/linkage.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

/// Noise may put a few pairs into another class: a fraction of a group's pairs with one host.
constexpr float stray_fraction = 0.34F;

/// 0 for hosts that are of the nearest class to each other, 1 for others, the mean of both directions.
class Farness {
  public:
    Farness(const Survey& survey, std::uint8_t nearest) : survey_(&survey), nearest_(nearest) {}

    [[nodiscard]] Eigen::Index hosts() const { return survey_->machine.host_count(); }
    [[nodiscard]] float between(HostIndex one, HostIndex other) const {
        if (one == other) return 0;
        const auto is_far = [&](HostIndex from, HostIndex to) {
            return survey_->class_between(from, to) == nearest_ ? 0.0F : 0.5F;
        };
        return is_far(one, other) + is_far(other, one);
    }
    [[nodiscard]] Eigen::MatrixXf of_all() const {
        Eigen::MatrixXf farness(hosts(), hosts());
        for (const HostIndex one : IndexRange<HostIndex>(hosts())) {
            for (const HostIndex other : IndexRange<HostIndex>(hosts()))
                farness(other, one) = between(one, other);
        }
        return farness;
    }

  private:
    const Survey* survey_;
    std::uint8_t nearest_;
};

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
bool are_apart(const Groups& groups, const Farness& farness) {
    for (const HostList& group : groups) {
        const auto size = static_cast<float>(group.size());
        for (const HostIndex host : IndexRange<HostIndex>(farness.hosts())) {
            float far = 0;
            for (const HostIndex member : group) far += farness.between(member, host);
            const bool is_member = std::binary_search(group.begin(), group.end(), host);
            const bool fits =
                is_member ? far <= stray_fraction * (size - 1) : far >= (1 - stray_fraction) * size;
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
    const Farness farness(survey, static_cast<std::uint8_t>(nearest - classes.begin()));
    constexpr float near = 0.5F;
    const Dendrogram dendrogram = average_linkage(farness.of_all());
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
