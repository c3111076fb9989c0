// SPDX-License-Identifier: Apache-2.0
#include "placement/starts/start.hpp"

#include <limits>
#include <numeric>
#include <queue>

namespace fabricmap::placement {
namespace {

class Growth {
  public:
    explicit Growth(const StartCase& subject)
        : problem_(&subject.problem),
          room_(problem_->capacity),
          host_of_(problem_->ranks, nowhere),
          drawn_to_(problem_->ranks, 0) {}

    Mapping grow() {
        std::priority_queue<std::pair<double, int>> next;
        for (const RankIndex rank : problem_->all_ranks())
            next.emplace(-1.0 + volume_of(rank) * 1e-30, -rank);
        while (!next.empty()) {
            const auto [pull, negative] = next.top();
            const RankIndex rank{-negative};
            next.pop();
            if (host_of_[rank] != nowhere) continue;
            put(rank, best_host_for(rank));
            for_each_partner(rank, [&](RankIndex other, double weight) {
                if (host_of_[other] != nowhere) return;
                drawn_to_[other] += weight;
                next.emplace(drawn_to_[other], -other);
            });
        }
        return completed(*problem_, host_of_);
    }

  private:
    template <typename Act>
    void for_each_partner(RankIndex rank, const Act& act) const {
        for (const std::ptrdiff_t link : problem_->links_of(rank)) {
            const float* const weights = &problem_->weights[link * problem_->channels];
            act(problem_->others[link], std::accumulate(weights, weights + problem_->channels, 0.0));
        }
    }

    [[nodiscard]] double volume_of(RankIndex rank) const {
        double sum = 0;
        for_each_partner(rank, [&](RankIndex /*other*/, double weight) { sum += weight; });
        return sum;
    }

    void put(RankIndex rank, PlaceIndex host) {
        host_of_[rank] = host;
        --room_[host];
    }

    [[nodiscard]] double cost_at(RankIndex rank, PlaceIndex host) const {
        const float* const row = problem_->row(host);
        double sum = 0;
        for (const std::ptrdiff_t link : problem_->links_of(rank)) {
            const PlaceIndex placed = host_of_[problem_->others[link]];
            if (placed == nowhere) continue;
            for (std::ptrdiff_t channel = 0; channel < problem_->channels; ++channel) {
                sum += problem_->weights[link * problem_->channels + channel] *
                       row[placed * problem_->channels + channel];
            }
        }
        return sum;
    }

    /// Among equals one that is begun already, else the first.
    [[nodiscard]] PlaceIndex best_host_for(RankIndex rank) const {
        PlaceIndex best = nowhere;
        double least = std::numeric_limits<double>::infinity();
        const auto is_begun = [&](PlaceIndex host) { return room_[host] < problem_->capacity[host]; };
        for (const PlaceIndex host : problem_->all_hosts()) {
            if (room_[host] == 0) continue;
            const double cost = cost_at(rank, host);
            if (cost < least || (cost == least && is_begun(host) && !(best != nowhere && is_begun(best)))) {
                least = cost;
                best = host;
            }
        }
        return best;
    }

    const Problem* problem_;
    PerPlace<int> room_;
    PerRank<PlaceIndex> host_of_;
    PerRank<double> drawn_to_;
};

}  // namespace

std::optional<Mapping> grow_greedily(const StartCase& subject) {
    return Growth(subject).grow();
}

}  // namespace fabricmap::placement
