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
constexpr double smallest_share = 1e-9;

/// Ranks whose swaps may have become worth it, each once.
class ToLookAt {
  public:
    explicit ToLookAt(int ranks) : waits_(static_cast<std::size_t>(ranks), false) {}

    void add(int rank) {
        if (rank >= std::ssize(waits_) || waits_[static_cast<std::size_t>(rank)]) return;
        waits_[static_cast<std::size_t>(rank)] = true;
        queue_.push_back(rank);
    }
    [[nodiscard]] bool is_empty() const { return queue_.empty(); }
    int take() {
        const int rank = queue_.front();
        queue_.pop_front();
        waits_[static_cast<std::size_t>(rank)] = false;
        return rank;
    }

  private:
    std::vector<bool> waits_;
    std::deque<int> queue_;
};

/// Changes of a sum that rounding does not make.
double tolerance_of(const Problem& problem, const Mapping& mapping) {
    return smallest_share * std::abs(cost_of(problem, mapping)) / std::max(1, problem.ranks);
}

template <typename Change>
void add_with_partners(const Change& change, int item, ToLookAt& queue) {
    const Problem& problem = change.problem();
    if (item >= problem.ranks) return;
    queue.add(item);
    const auto r = static_cast<std::size_t>(item);
    for (std::size_t link = problem.first[r]; link < problem.first[r + 1]; ++link)
        queue.add(problem.others[link]);
}

/// Gives each waiting rank the best swap that it has, until none waits. Counts trials down.
template <typename Change>
double descend_from(const Change& change, ToLookAt& queue, double tolerance, std::uint64_t& trials) {
    const int items = change.problem().items;
    double gained = 0;
    while (!queue.is_empty() && trials > 0) {
        const int rank = queue.take();
        double best = -tolerance;
        int partner = -1;
        for (int other = 0; other < items; ++other) {
            const double value = change.of(rank, other);
            if (value < best) {
                best = value;
                partner = other;
            }
        }
        trials -= std::min(trials, static_cast<std::uint64_t>(items));
        if (partner < 0) continue;
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
        const double value =
            change.of(dice.below(change.problem().ranks), dice.below(change.problem().items));
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
            const int one = dice.below(ranks);
            const int other = dice.below(items);
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
            const int one = dice.below(problem.ranks);
            const int other = dice.below(problem.items);
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
        for (int rank = 0; rank < problem.ranks; ++rank) queue.add(rank);
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
