// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/interference_check.hpp"

#include "measuring/mpi/first_rank.hpp"
#include "network_test/engine/delay_limits.hpp"

#include <algorithm>

namespace fabricmap::network_test {
namespace {

// Pairs of each class that are looked at first, that are enough where they leave nothing open, and at most.
constexpr std::size_t first_sample = 12;
constexpr std::size_t typical_sample = 24;
constexpr std::size_t largest_sample = 48;
constexpr std::int64_t min_samples = 12;

/// Both directions of the pairs, the lower rank's first.
std::vector<RankPair> both_ways(const std::vector<SampledPosition>& sampled) {
    std::vector<RankPair> pairs;
    for (const SampledPosition& entry : sampled) {
        for (const RankPair& pair : entry.pairs) {
            pairs.push_back(pair);
            pairs.push_back({pair.receiver, pair.sender});
        }
    }
    return pairs;
}

/// A dozen pairs or two, each visited alone and at most once in a round, have a third of the plane's time at
/// most.
std::int64_t visits_left(const std::vector<RankPair>& pairs) noexcept {
    return 6 * std::ssize(pairs);
}

}  // namespace

std::int64_t InterferenceCheck::typical_pairs(const RoundPlan& plan) noexcept {
    return std::min(
        static_cast<std::int64_t>(typical_sample) * plan.classes(),
        plan.positions() * std::min(plan.pairs_at_once(), RoundSample::pairs_of_a_position(plan)));
}

std::optional<InterferenceTally> InterferenceCheck::take(PlaneCells& cells) {
    std::optional<InterferenceTally> tally;
    for (std::size_t size = first_sample, taken = 0; size <= largest_sample; size *= 2) {
        const std::vector<SampledPosition> sampled = sample_.next(size - taken);
        taken = size;
        const std::vector<RankPair> pairs = both_ways(sampled);
        if (pairs.empty() || !is_affordable(pairs)) break;
        if (!tally) tally.emplace(tolerated_fraction_);
        const std::vector<double> ratios = compare(sampled, pairs, cells);
        const std::vector<double> short_delays_s = short_delays_of(pairs);
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            tally->add(class_of(pairs[p], stage_.locations), ratios[p], short_delays_s[p]);
        }
        for (const SampledPosition& entry : sampled) measured_.insert(entry.position);
        const auto disturbed = tally->disturbed();
        if (disturbed && tally->thinning(*disturbed) > 2) break;
        if (size >= typical_sample && !tally->undecided()) break;
    }
    return tally;
}

std::vector<double> InterferenceCheck::short_delays_of(const std::vector<RankPair>& pairs) const {
    std::vector<double> delays_s(pairs.size(), 0);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        if (visits_.leader_of(pairs[p]) != stage_.rank) continue;
        const double delay_s = short_delay_of(visits_.follower_of(pairs[p]), short_delays_s_);
        if (delay_s > 0) delays_s[p] = delay_s;
    }
    sum_over_ranks(std::span(delays_s), visits_.control());
    return delays_s;
}

bool InterferenceCheck::is_affordable(const std::vector<RankPair>& pairs) const {
    if (!stage_.pace.limited()) return true;
    const auto allowed = static_cast<double>(
        visits_.first_ranks(stage_.pace.visit_time(stage_.clock.now(), visits_left(pairs))));
    const double single_visit = static_cast<double>(stage_.pace.min_part()) / 2;
    return allowed >= single_visit * visits_.single_visits_worth(min_samples);
}

std::vector<double> InterferenceCheck::compare(const std::vector<SampledPosition>& sampled,
                                               const std::vector<RankPair>& pairs, PlaneCells& cells) {
    std::vector<double> ratios(pairs.size(), 0);
    const auto for_each_led = [&](const auto& act) {
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            if (visits_.leader_of(pairs[p]) == stage_.rank) act(ratios[p], visits_.follower_of(pairs[p]));
        }
    };
    const std::int64_t visits = visits_left(pairs);
    std::vector<RoundVisits::Batch> one_by_one;
    one_by_one.reserve(pairs.size());
    for (const RankPair& pair : pairs) one_by_one.push_back({pair});
    visits_.visit_in_turn(stage_, one_by_one, Quality::alone, visits, cells);
    for_each_led([&](double& alone, int peer) { alone = cells[peer].median; });
    for (const SampledPosition& entry : sampled) {
        visits_.meet(stage_, plan_, entry.position, visits, cells);
    }
    visits_.await_all();
    for_each_led([&](double& ratio, int peer) { ratio = ratio > 0 ? cells[peer].median / ratio : 1; });
    sum_over_ranks(std::span(ratios), visits_.control());
    return ratios;
}

}  // namespace fabricmap::network_test
