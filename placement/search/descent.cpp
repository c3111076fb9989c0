// SPDX-License-Identifier: Apache-2.0
#include "placement/search/descent.hpp"

#include "placement/search/change.hpp"
#include "placement/search/dice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <utility>

namespace fabricmap::placement {
namespace {

/// Smaller changes are rounding.
constexpr double smallest_fraction = 1e-9;

/// Ranks whose swaps may have become worth it, each once.
class ToLookAt {
  public:
    explicit ToLookAt(int ranks) : waits_(ranks, false) {}

    void add(RankIndex rank) {
        if (rank >= std::ssize(waits_) || waits_[rank]) return;
        waits_[rank] = true;
        queue_.push_back(rank);
    }
    [[nodiscard]] bool is_empty() const { return queue_.empty(); }
    RankIndex take() {
        const RankIndex rank = queue_.front();
        queue_.pop_front();
        waits_[rank] = false;
        return rank;
    }

  private:
    PerRank<bool> waits_;
    std::deque<RankIndex> queue_;
};

/// Changes of a sum that rounding does not make.
double tolerance_of(const Problem& problem, const Mapping& mapping) {
    return smallest_fraction * std::abs(cost_of(problem, mapping)) / std::max(1, problem.ranks);
}

template <typename Change>
void add_with_partners(const Change& change, RankIndex item, ToLookAt& queue) {
    const Problem& problem = change.problem();
    if (item >= problem.ranks) return;
    queue.add(item);
    for (const std::ptrdiff_t link : problem.links_of(item)) queue.add(problem.others[link]);
}

/// Gives each waiting rank the best swap that it has, until none waits. Counts trials down.
template <typename Change>
double descend_from(const Change& change, ToLookAt& queue, double tolerance, std::uint64_t& trials) {
    const int items = change.problem().items;
    double gained = 0;
    while (!queue.is_empty() && trials > 0) {
        const RankIndex rank = queue.take();
        double best = -tolerance;
        RankIndex partner = rank;
        for (const RankIndex other : change.problem().all_items()) {
            const double value = change.of(rank, other);
            if (value < best) {
                best = value;
                partner = other;
            }
        }
        trials -= std::min(trials, static_cast<std::uint64_t>(items));
        if (partner == rank) continue;
        change.swap(rank, partner);
        gained += best;
        add_with_partners(change, rank, queue);
        add_with_partners(change, partner, queue);
    }
    return gained;
}

template <typename Change>
double mean_change(const Change& change, Dice& dice) {
    constexpr int tried = 2000;
    double sum = 0;
    int count = 0;
    for (int trial = 0; trial < tried; ++trial) {
        const double value = change.of(RankIndex{dice.below(change.problem().ranks)},
                                       RankIndex{dice.below(change.problem().items)});
        if (value == 0) continue;
        sum += std::abs(value);
        ++count;
    }
    return count == 0 ? 0 : sum / count;
}

template <typename Change>
void anneal_with(const Change& change, const AnnealingPlan& plan) {
    Dice dice(plan.seed);
    const double mean = mean_change(change, dice);
    if (mean == 0 || plan.trials == 0) return;
    const int ranks = change.problem().ranks;
    const int items = change.problem().items;
    constexpr std::uint64_t steps = 1000;
    const std::uint64_t trials_a_step = std::max<std::uint64_t>(1, plan.trials / steps);
    const double cooling = std::pow(plan.cold / plan.hot, 1.0 / (steps - 1));
    double temperature = plan.hot * mean;
    for (std::uint64_t step = 0; step < steps; ++step, temperature *= cooling) {
        const auto inverse = static_cast<float>(1 / temperature);
        for (std::uint64_t trial = 0; trial < trials_a_step; ++trial) {
            const RankIndex one{dice.below(ranks)};
            const RankIndex other{dice.below(items)};
            if (change.host_of(one) == change.host_of(other)) continue;
            const auto value = static_cast<float>(change.of(one, other));
            if (value <= 0 || dice.fraction() < std::exp(-value * inverse)) change.swap(one, other);
        }
    }
}

template <typename Change>
void kick_with(const Change& change, const KickPlan& plan) {
    Dice dice(plan.seed);
    const Problem& problem = change.problem();
    const double tolerance = tolerance_of(problem, change.mapping());
    std::uint64_t trials = plan.max_trials;
    ToLookAt queue(problem.ranks);
    for (int number = 0; number < plan.kicks && trials > 0; ++number) {
        const Mapping before = change.mapping();
        double changed = 0;
        const int swaps = 3 + dice.below(std::clamp(problem.ranks / 8, 1, 6));
        for (int swap = 0; swap < swaps; ++swap) {
            const RankIndex one{dice.below(problem.ranks)};
            const RankIndex other{dice.below(problem.items)};
            changed += change.of(one, other);
            change.swap(one, other);
            add_with_partners(change, one, queue);
            add_with_partners(change, other, queue);
        }
        changed += descend_from(change, queue, tolerance, trials);
        if (changed > 0 || !queue.is_empty()) change.mapping() = before;
    }
}

}  // namespace

void descend(const Problem& problem, Mapping& mapping, std::uint64_t max_trials) {
    const double tolerance = tolerance_of(problem, mapping);
    with_swap_change(problem, mapping, [&](const auto& change) {
        ToLookAt queue(problem.ranks);
        for (const RankIndex rank : problem.all_ranks()) queue.add(rank);
        std::uint64_t trials = max_trials;
        descend_from(change, queue, tolerance, trials);
    });
}

void anneal(const Problem& problem, Mapping& mapping, const AnnealingPlan& plan) {
    with_swap_change(problem, mapping, [&](const auto& change) { anneal_with(change, plan); });
}

void kick(const Problem& problem, Mapping& mapping, const KickPlan& plan) {
    with_swap_change(problem, mapping, [&](const auto& change) { kick_with(change, plan); });
}

}  // namespace fabricmap::placement
