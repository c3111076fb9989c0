// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/chosen_hosts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fabricmap::placement {
namespace {

/// Growing from every host of a large machine takes hosts³ steps.
constexpr std::size_t max_grown = 64;

class HostChoice {
  public:
    HostChoice(const Slots& slots, const HostMatrix& distances, int ranks)
        : slots_(&slots), ranks_(ranks), both_((distances + distances.transpose()).cast<double>() / 2) {}

    void grow(std::vector<int> chosen) {
        std::vector<bool> is_taken(count(), false);
        Eigen::ArrayXd away = Eigen::ArrayXd::Zero(std::ssize(slots_->hosts));
        int room = 0;
        std::vector<int> taken;
        const auto take = [&](int host) {
            is_taken[static_cast<std::size_t>(host)] = true;
            room += slots_->capacity[static_cast<std::size_t>(host)];
            away += both_.col(host);
            taken.push_back(host);
        };
        for (const int host : chosen) {
            if (room < ranks_) take(host);
        }
        while (room < ranks_) {
            int next = -1;
            for (int host = 0; host < std::ssize(is_taken); ++host) {
                if (!is_taken[static_cast<std::size_t>(host)] && (next < 0 || away(host) < away(next)))
                    next = host;
            }
            take(next);
        }
        exchange(taken, is_taken, away);
        consider(std::move(taken));
    }

    std::vector<int> best() {
        std::sort(best_.begin(), best_.end());
        return std::move(best_);
    }

  private:
    [[nodiscard]] std::size_t count() const { return slots_->hosts.size(); }

    /// Hosts that hold as many ranks trade places as long as that makes the sum of distances smaller.
    void exchange(std::vector<int>& taken, std::vector<bool>& is_taken, Eigen::ArrayXd& away) const {
        constexpr double smallest_share = 1e-9;
        for (bool better = true; better;) {
            better = false;
            double most = smallest_share * away.abs().maxCoeff();
            std::size_t leaves = 0;
            int comes = -1;
            for (std::size_t place = 0; place < taken.size(); ++place) {
                for (int host = 0; host < std::ssize(is_taken); ++host) {
                    const auto h = static_cast<std::size_t>(host);
                    const auto t = static_cast<std::size_t>(taken[place]);
                    if (is_taken[h] || slots_->capacity[h] != slots_->capacity[t]) continue;
                    const double gained = (away(taken[place]) - both_(taken[place], taken[place])) -
                                          (away(host) - both_(host, taken[place]));
                    if (gained <= most) continue;
                    most = gained;
                    leaves = place;
                    comes = host;
                }
            }
            if (comes < 0) return;
            away += both_.col(comes) - both_.col(taken[leaves]);
            is_taken[static_cast<std::size_t>(taken[leaves])] = false;
            is_taken[static_cast<std::size_t>(comes)] = true;
            taken[leaves] = comes;
            better = true;
        }
    }

    void consider(std::vector<int> taken) {
        double sum = 0;
        for (const int from : taken) {
            for (const int to : taken) sum += from == to ? 0 : both_(from, to);
        }
        if (sum >= least_) return;
        least_ = sum;
        best_ = std::move(taken);
    }

    const Slots* slots_;
    int ranks_;
    Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic> both_;
    double least_ = std::numeric_limits<double>::infinity();
    std::vector<int> best_;
};

/// The largest groups first, whole: pods, then leaves, as they fit.
std::vector<int> groups_by_size(std::vector<std::vector<int>> groups) {
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& one, const auto& other) { return one.size() > other.size(); });
    std::vector<int> hosts;
    for (const std::vector<int>& group : groups) hosts.insert(hosts.end(), group.begin(), group.end());
    return hosts;
}

}  // namespace

Slots choose_hosts(const Slots& slots, const std::vector<std::vector<std::vector<int>>>& levels,
                   const HostMatrix& distances, int ranks) {
    const int fewest = slots.total() - *std::min_element(slots.capacity.begin(), slots.capacity.end());
    if (ranks > fewest) return slots;
    HostChoice choice(slots, distances, ranks);
    for (const auto& level : levels) {
        // Each group once at the front, with the other large ones behind it.
        for (std::size_t first = 0; first < std::min(level.size(), max_grown); ++first) {
            std::vector<int> hosts = level[first];
            for (const int host : groups_by_size(level)) {
                if (std::find(level[first].begin(), level[first].end(), host) == level[first].end())
                    hosts.push_back(host);
            }
            choice.grow(std::move(hosts));
        }
    }
    const std::size_t stride = std::max<std::size_t>(1, slots.hosts.size() / max_grown);
    for (std::size_t host = 0; host < slots.hosts.size(); host += stride)
        choice.grow({static_cast<int>(host)});
    Slots chosen;
    for (const int host : choice.best()) {
        chosen.hosts.push_back(slots.hosts[static_cast<std::size_t>(host)]);
        chosen.capacity.push_back(slots.capacity[static_cast<std::size_t>(host)]);
    }
    return chosen;
}

}  // namespace fabricmap::placement
