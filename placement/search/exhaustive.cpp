// SPDX-License-Identifier: Apache-2.0
#include "placement/search/exhaustive.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::placement {
namespace {

constexpr double max_mappings = 4e5;  // 9! = 362,880

class AllMappings {
  public:
    explicit AllMappings(const Problem& problem)
        : problem_(&problem), room_(problem.capacity), now_(problem.ranks, nowhere) {}

    PerRank<PlaceIndex> best() {
        place(RankIndex{0}, 0);
        return best_;
    }

  private:
    /// What the rank's messages with those already placed cost.
    [[nodiscard]] double cost_with_placed(RankIndex rank, PlaceIndex host) const {
        const float* const row = problem_->row(host);
        double sum = 0;
        for (const std::ptrdiff_t link : problem_->links_of(rank)) {
            const RankIndex other = problem_->others[link];
            if (other > rank) continue;
            const std::ptrdiff_t to = now_[other] * problem_->channels;
            for (std::ptrdiff_t channel = 0; channel < problem_->channels; ++channel)
                sum += problem_->weights[link * problem_->channels + channel] * row[to + channel];
        }
        return sum;
    }

    void place(RankIndex rank, double cost) {
        // Costs are no less than 0, so that no completion is cheaper.
        if (cost >= least_) return;
        if (rank == problem_->ranks) {
            least_ = cost;
            best_ = now_;
            return;
        }
        for (const PlaceIndex host : problem_->all_hosts()) {
            int& room = room_[host];
            if (room == 0) continue;
            --room;
            now_[rank] = host;
            place(RankIndex{rank + 1}, cost + cost_with_placed(rank, host));
            ++room;
        }
    }

    const Problem* problem_;
    PerPlace<int> room_;
    PerRank<PlaceIndex> now_;
    PerRank<PlaceIndex> best_;
    double least_ = std::numeric_limits<double>::infinity();
};

/// How many ways there are to put the ranks on slots, where those of a host are alike: hosts^ranks at most,
/// and no more than items! / (items - ranks)!.
double count_mappings(const Problem& problem) {
    double of_slots = 1;
    for (int rank = 0; rank < problem.ranks; ++rank) of_slots *= problem.items - rank;
    return std::min(of_slots, std::pow(problem.hosts, problem.ranks));
}

}  // namespace

std::optional<Mapping> best_of_all(const Problem& problem) {
    if (problem.ranks > max_ranks_of_all || count_mappings(problem) > max_mappings) return std::nullopt;
    return completed(problem, AllMappings(problem).best());
}

}  // namespace fabricmap::placement
