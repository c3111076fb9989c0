// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/joint_clusters.hpp"

#include <algorithm>

namespace fabricmap::clusterizer {

bool JointClusters::join(std::size_t ranges_before, std::span<std::uint32_t> labels,
                         std::span<const std::uint32_t> next) {
    steps_.resize(std::max(steps_.size(), ranges_before));
    Step& step = steps_[ranges_before - 1];
    Pair last{0, 0};
    std::uint32_t number = 0;
    bool known = false;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Pair pair{labels[i], next[i]};
        // Neighbours are mostly alike.
        if (!known || pair != last) {
            const std::uint64_t key = std::uint64_t{pair.first} << 32U | pair.second;
            const auto [found, is_new] =
                step.numbers.try_emplace(key, static_cast<std::uint32_t>(step.pairs.size()));
            if (is_new) step.pairs.push_back(pair);
            if (step.pairs.size() > most_) return false;
            number = found->second;
            last = pair;
            known = true;
        }
        labels[i] = number;
    }
    return true;
}

std::vector<std::uint32_t> JointClusters::members(std::uint32_t cluster) const {
    std::vector<std::uint32_t> members(steps_.size() + 1);
    for (std::size_t step = steps_.size(); step > 0; --step) {
        const auto [before, in_next] = steps_[step - 1].pairs[cluster];
        members[step] = in_next;
        cluster = before;
    }
    members.front() = cluster;
    return members;
}

}  // namespace fabricmap::clusterizer
