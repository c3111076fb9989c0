// SPDX-License-Identifier: Apache-2.0
#include "placement/starts/cheapest_mapping.hpp"
#include "placement/starts/start.hpp"

#include <algorithm>
#include <map>

namespace fabricmap::placement {
namespace {

/// The axes of a grid that are longer than 1.
std::vector<std::size_t> long_axes(const std::vector<int>& dimensions) {
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
        if (dimensions[axis] > 1) axes.push_back(axis);
    }
    return axes;
}

class Alignment {
  public:
    explicit Alignment(const StartCase& subject)
        : subject_(&subject),
          machine_axes_(long_axes(subject.surroundings.dimensions)),
          cheapest_(subject.problem) {
        for (const PlaceIndex host : subject.surroundings.coordinates.indices())
            host_at_[subject.surroundings.coordinates[host]] = host;
    }

    std::optional<Mapping> best() {
        const std::vector<int>& dimensions = subject_->grid->dimensions;
        for (const std::vector<int>& edges :
             factorisations(subject_->problem.capacity.front(), dimensions.size())) {
            std::vector<int> blocks = dimensions;
            bool divides = true;
            for (std::size_t axis = 0; axis < blocks.size(); ++axis) {
                divides = divides && blocks[axis] % edges[axis] == 0;
                blocks[axis] /= edges[axis];
            }
            if (divides) align(blocks, edges);
        }
        return cheapest_.take();
    }

  private:
    /// All orders of the axes in which the blocks' grid is the machine's.
    void align(const std::vector<int>& blocks, const std::vector<int>& edges) {
        std::vector<std::size_t> axes = long_axes(blocks);
        if (axes.size() != machine_axes_.size()) return;
        do {
            bool is_alike = true;
            for (std::size_t number = 0; number < axes.size(); ++number) {
                is_alike = is_alike &&
                           blocks[axes[number]] == subject_->surroundings.dimensions[machine_axes_[number]];
            }
            if (is_alike) value(axes, edges);
        } while (std::next_permutation(axes.begin(), axes.end()));
    }

    void value(const std::vector<std::size_t>& axes, const std::vector<int>& edges) {
        PerRank<PlaceIndex> host_of;
        for (const std::vector<int>& at : subject_->grid->coordinates) {
            std::vector<int> place(subject_->surroundings.dimensions.size(), 0);
            for (std::size_t number = 0; number < axes.size(); ++number)
                place[machine_axes_[number]] = at[axes[number]] / edges[axes[number]];
            const auto found = host_at_.find(place);
            if (found == host_at_.end()) return;
            host_of.push_back(found->second);
        }
        cheapest_.offer(std::move(host_of));
    }

    const StartCase* subject_;
    std::vector<std::size_t> machine_axes_;
    std::map<std::vector<int>, PlaceIndex> host_at_;
    CheapestMapping cheapest_;
};

}  // namespace

std::optional<Mapping> align_grids(const StartCase& subject) {
    if (!subject.grid || subject.surroundings.coordinates.empty()) return std::nullopt;
    const PerPlace<int>& capacity = subject.problem.capacity;
    const bool is_even =
        std::all_of(capacity.begin(), capacity.end(), [&](int slots) { return slots == capacity.front(); });
    if (!is_even) return std::nullopt;
    return Alignment(subject).best();
}

}  // namespace fabricmap::placement
