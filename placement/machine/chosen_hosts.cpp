// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/chosen_hosts.hpp"

#include <algorithm>
#include <limits>

namespace fabricmap::placement {
namespace {

/// Growing from every host of a large machine takes hosts³ steps.
constexpr std::ptrdiff_t max_grown = 64;

class HostChoice {
  public:
    HostChoice(const Slots& slots, const HostMatrix& distances, int ranks)
        : slots_(&slots), ranks_(ranks), both_((distances + distances.transpose()).cast<double>() / 2) {}

    void grow(const PlaceList& chosen) {
        PerPlace<bool> is_taken(slots_->hosts.size(), false);
        Eigen::ArrayXd away = Eigen::ArrayXd::Zero(std::ssize(slots_->hosts));
        int room = 0;
        PlaceList taken;
        const auto take = [&](PlaceIndex host) {
            is_taken[host] = true;
            room += slots_->capacity[host];
            away += both_.col(host);
            taken.push_back(host);
        };
        for (const PlaceIndex host : chosen) {
            if (room < ranks_) take(host);
        }
        while (room < ranks_) {
            PlaceIndex next = nowhere;
            for (const PlaceIndex host : is_taken.indices()) {
                if (!is_taken[host] && (next == nowhere || away(host) < away(next))) next = host;
            }
            take(next);
        }
        exchange(taken, is_taken, away);
        consider(std::move(taken));
    }

    PlaceList best() {
        std::sort(best_.begin(), best_.end());
        return std::move(best_);
    }

  private:
    /// Hosts that hold as many ranks trade places as long as that makes the sum of distances smaller.
    void exchange(PlaceList& taken, PerPlace<bool>& is_taken, Eigen::ArrayXd& away) const {
        constexpr double smallest_fraction = 1e-9;
        for (bool better = true; better;) {
            better = false;
            double most = smallest_fraction * away.abs().maxCoeff();
            PlaceIndex* leaves = nullptr;
            PlaceIndex comes = nowhere;
            for (PlaceIndex& one : taken) {
                for (const PlaceIndex host : is_taken.indices()) {
                    if (is_taken[host] || slots_->capacity[host] != slots_->capacity[one]) continue;
                    const double gained = (away(one) - both_(one, one)) - (away(host) - both_(host, one));
                    if (gained <= most) continue;
                    most = gained;
                    leaves = &one;
                    comes = host;
                }
            }
            if (leaves == nullptr) return;
            away += both_.col(comes) - both_.col(*leaves);
            is_taken[*leaves] = false;
            is_taken[comes] = true;
            *leaves = comes;
            better = true;
        }
    }

    void consider(PlaceList taken) {
        double sum = 0;
        for (const PlaceIndex from : taken) {
            for (const PlaceIndex to : taken) sum += from == to ? 0 : both_(from, to);
        }
        if (sum >= least_) return;
        least_ = sum;
        best_ = std::move(taken);
    }

    const Slots* slots_;
    int ranks_;
    Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic> both_;
    double least_ = std::numeric_limits<double>::infinity();
    PlaceList best_;
};

/// The largest groups first, whole: pods, then leaves, as they fit.
PlaceList groups_by_size(std::vector<PlaceList> groups) {
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& one, const auto& other) { return one.size() > other.size(); });
    PlaceList hosts;
    for (const PlaceList& group : groups) hosts.insert(hosts.end(), group.begin(), group.end());
    return hosts;
}

}  // namespace

Slots choose_hosts(const Slots& slots, const PlaceLevels& levels, const HostMatrix& distances, int ranks) {
    const int fewest = slots.total() - *std::min_element(slots.capacity.begin(), slots.capacity.end());
    if (ranks > fewest) return slots;
    HostChoice choice(slots, distances, ranks);
    for (const auto& level : levels) {
        // Each group once at the front, with the other large ones behind it.
        for (std::size_t first = 0; first < std::min<std::size_t>(level.size(), max_grown); ++first) {
            PlaceList hosts = level[first];
            for (const PlaceIndex host : groups_by_size(level)) {
                if (std::find(level[first].begin(), level[first].end(), host) == level[first].end())
                    hosts.push_back(host);
            }
            choice.grow(hosts);
        }
    }
    const auto stride = std::max<std::ptrdiff_t>(1, std::ssize(slots.hosts) / max_grown);
    for (const PlaceIndex host : slots.hosts.indices()) {
        if (host % stride == 0) choice.grow({host});
    }
    Slots chosen;
    for (const PlaceIndex host : choice.best()) {
        chosen.hosts.push_back(slots.hosts[host]);
        chosen.capacity.push_back(slots.capacity[host]);
    }
    return chosen;
}

}  // namespace fabricmap::placement
