// SPDX-License-Identifier: Apache-2.0
#include "placement/starts/cheapest_mapping.hpp"
#include "placement/starts/start.hpp"

#include <algorithm>
#include <map>

namespace fabricmap::placement {
namespace {

constexpr std::size_t max_tilings = 4000;

/// The size that most have.
int size_of_most(const std::vector<int>& sizes) {
    std::map<int, int> counts;
    for (const int size : sizes) ++counts[size];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& one, const auto& other) { return one.second < other.second; })
        ->first;
}

/// Ranks of a host, hosts of a leaf, leaves of a pod, ...: what each holds of the one before.
std::vector<int> nested_sizes(const StartCase& subject) {
    std::vector<int> sizes{size_of_most(subject.problem.capacity)};
    int below = 1;
    for (const auto& level : subject.surroundings.levels) {
        std::vector<int> members;
        members.reserve(level.size());
        for (const PlaceList& group : level) members.push_back(static_cast<int>(group.size()));
        const int hosts = size_of_most(members);
        if (hosts / below > 1) sizes.push_back(hosts / below);
        below = std::max(below, hosts);
    }
    return sizes;
}

/// Hosts by pod, leaf and order of nearness, so that those of a group lie together at every level.
PlaceList nested_order(const StartCase& subject) {
    PerPlace<std::vector<std::ptrdiff_t>> keys(subject.problem.hosts);
    const auto& levels = subject.surroundings.levels;
    for (std::size_t above = levels.size(); above-- > 0;) {
        std::ptrdiff_t number = 0;
        for (const PlaceList& group : levels[above]) {
            for (const PlaceIndex host : group) keys[host].push_back(number);
            ++number;
        }
    }
    std::ptrdiff_t nearness = 0;
    for (const PlaceIndex host : subject.surroundings.order) keys[host].push_back(nearness++);
    PlaceList sorted = subject.problem.all_hosts().list();
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](PlaceIndex one, PlaceIndex other) { return keys[one] < keys[other]; });
    return sorted;
}

class Tilings {
  public:
    explicit Tilings(const StartCase& subject)
        : subject_(&subject),
          sizes_(nested_sizes(subject)),
          slots_(slots_in(nested_order(subject))),
          cheapest_(subject.problem) {}

    std::optional<Mapping> best() {
        const std::vector<int> one(subject_->grid->dimensions.size(), 1);
        cut(0, {one});
        return cheapest_.take();
    }

  private:
    [[nodiscard]] std::vector<PlaceIndex> slots_in(const PlaceList& hosts) const {
        std::vector<PlaceIndex> slots;
        for (const PlaceIndex host : hosts) {
            for (int slot = 0; slot < subject_->problem.capacity[host]; ++slot) slots.push_back(host);
        }
        return slots;
    }

    /// `blocks`: the edges of the blocks so far, the smallest first.
    void cut(std::size_t level, const std::vector<std::vector<int>>& blocks) {
        if (tried_ >= max_tilings) return;
        if (level == sizes_.size()) return value(blocks);
        const std::vector<int>& dimensions = subject_->grid->dimensions;
        bool any = false;
        for (const bool must_divide : {true, false}) {
            for (const std::vector<int>& factors : factorisations(sizes_[level], dimensions.size())) {
                std::vector<int> edges = blocks.back();
                bool fits = true;
                bool divides = true;
                for (std::size_t axis = 0; axis < edges.size(); ++axis) {
                    edges[axis] *= factors[axis];
                    fits = fits && (factors[axis] == 1 || edges[axis] <= dimensions[axis]);
                    divides = divides && dimensions[axis] % edges[axis] == 0;
                }
                if (!fits || divides != must_divide) continue;
                any = true;
                std::vector<std::vector<int>> more = blocks;
                more.push_back(std::move(edges));
                cut(level + 1, more);
            }
            // Blocks that stand out over the edge only where none fit.
            if (any) return;
        }
        value(blocks);
    }

    void value(const std::vector<std::vector<int>>& blocks) {
        ++tried_;
        const auto& coordinates = subject_->grid->coordinates;
        const std::size_t axes = subject_->grid->dimensions.size();
        std::vector<std::pair<std::vector<int>, RankIndex>> keys;
        for (const RankIndex rank : subject_->problem.all_ranks()) {
            std::vector<int> key;
            for (std::size_t block = blocks.size(); block-- > 0;) {
                for (std::size_t axis = 0; axis < axes; ++axis)
                    key.push_back(coordinates[rank][axis] / blocks[block][axis]);
            }
            keys.emplace_back(std::move(key), rank);
        }
        std::sort(keys.begin(), keys.end());
        PerRank<PlaceIndex> host_of(keys.size());
        auto slot = slots_.begin();
        for (const auto& [key, rank] : keys) host_of[rank] = *slot++;
        cheapest_.offer(std::move(host_of));
    }

    const StartCase* subject_;
    std::vector<int> sizes_;
    std::vector<PlaceIndex> slots_;  ///< the host of each
    std::size_t tried_ = 0;
    CheapestMapping cheapest_;
};

}  // namespace

std::optional<Mapping> cut_into_tiles(const StartCase& subject) {
    if (!subject.grid) return std::nullopt;
    return Tilings(subject).best();
}

}  // namespace fabricmap::placement
