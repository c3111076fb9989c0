// SPDX-License-Identifier: Apache-2.0
#include "placement/starts/start.hpp"

#include <algorithm>
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
          host_of_(static_cast<std::size_t>(problem_->ranks), -1),
          drawn_to_(static_cast<std::size_t>(problem_->ranks), 0) {}

    Mapping grow() {
        std::priority_queue<std::pair<double, int>> next;
        for (int rank = 0; rank < problem_->ranks; ++rank)
            next.emplace(-1.0 + volume_of(rank) * 1e-30, -rank);
        while (!next.empty()) {
            const auto [pull, negative] = next.top();
            const int rank = -negative;
            next.pop();
            if (host_of_[static_cast<std::size_t>(rank)] >= 0) continue;
            put(rank, best_host_for(rank));
            for_each_partner(rank, [&](int other, double weight) {
                const auto place = static_cast<std::size_t>(other);
                if (host_of_[place] >= 0) return;
                drawn_to_[place] += weight;
                next.emplace(drawn_to_[place], -other);
            });
        }
        return completed(*problem_, host_of_);
    }

  private:
    template <typename Act>
    void for_each_partner(int rank, const Act& act) const {
        const auto r = static_cast<std::size_t>(rank);
        for (std::size_t link = problem_->first[r]; link < problem_->first[r + 1]; ++link) {
            const float* const weights = &problem_->weights[link * problem_->channels];
            act(problem_->others[link], std::accumulate(weights, weights + problem_->channels, 0.0));
        }
    }

    [[nodiscard]] double volume_of(int rank) const {
        double sum = 0;
        for_each_partner(rank, [&](int /*other*/, double weight) { sum += weight; });
        return sum;
    }

    void put(int rank, int host) {
        host_of_[static_cast<std::size_t>(rank)] = host;
        --room_[static_cast<std::size_t>(host)];
    }

    [[nodiscard]] double cost_at(int rank, int host) const {
        const auto r = static_cast<std::size_t>(rank);
        const float* const row = problem_->row(host);
        double sum = 0;
        for (std::size_t link = problem_->first[r]; link < problem_->first[r + 1]; ++link) {
            const int placed = host_of_[static_cast<std::size_t>(problem_->others[link])];
            if (placed < 0) continue;
            for (std::size_t channel = 0; channel < problem_->channels; ++channel) {
                sum += problem_->weights[link * problem_->channels + channel] *
                       row[static_cast<std::size_t>(placed) * problem_->channels + channel];
            }
        }
        return sum;
    }

    /// Among equals one that is begun already, else the first.
    [[nodiscard]] int best_host_for(int rank) const {
        int best = -1;
        double least = std::numeric_limits<double>::infinity();
        for (int host = 0; host < problem_->hosts; ++host) {
            const int room = room_[static_cast<std::size_t>(host)];
            if (room == 0) continue;
            const double cost = cost_at(rank, host);
            const bool is_begun = room < problem_->capacity[static_cast<std::size_t>(host)];
            const bool best_is_begun = best >= 0 && room_[static_cast<std::size_t>(best)] <
                                                        problem_->capacity[static_cast<std::size_t>(best)];
            if (cost < least || (cost == least && is_begun && !best_is_begun)) {
                least = cost;
                best = host;
            }
        }
        return best;
    }

    const Problem* problem_;
    std::vector<int> room_;
    std::vector<int> host_of_;
    std::vector<double> drawn_to_;
};

}  // namespace

std::optional<Mapping> grow_greedily(const StartCase& subject) {
    return Growth(subject).grow();
}

}  // namespace fabricmap::placement
