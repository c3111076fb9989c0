// SPDX-License-Identifier: Apache-2.0
#include "placement/placing/host_search.hpp"

#include "placement/machine/chosen_hosts.hpp"
#include "placement/machine/grid_blocks.hpp"
#include "placement/search/bound.hpp"
#include "placement/search/descent.hpp"
#include "placement/valuing/adapters.hpp"
#include "placement/valuing/surroundings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace fabricmap::placement {
namespace {

/// Of the delay by slot: what crosses decides between placements that differ by less.
constexpr double weight_of_ties = 0.02;
constexpr std::uint64_t max_trials_of_ties = 100'000'000;

HostMatrix mean_distances(const Weighing& delays_weighing, const Pattern& pattern) {
    std::vector<double> weights(delays_weighing.planes.size());
    for (const Flow& flow : pattern.flows) delays_weighing.add_weights(flow, weights);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    HostMatrix mean =
        HostMatrix::Zero(delays_weighing.planes.front().rows(), delays_weighing.planes.front().cols());
    for (std::size_t k = 0; k < weights.size(); ++k) {
        mean += static_cast<float>(sum > 0 ? weights[k] / sum : 1.0 / static_cast<double>(weights.size())) *
                delays_weighing.planes[k];
    }
    return mean;
}

HostMatrix ones_between_hosts(Eigen::Index hosts) {
    HostMatrix ones = HostMatrix::Ones(hosts, hosts);
    ones.matrix().diagonal().setZero();
    return ones;
}

}  // namespace

PerRank<HostIndex> hosts_of_ranks(const Mapping& mapping, const PerPlace<HostIndex>& hosts, int ranks) {
    PerRank<HostIndex> host_of;
    for (const RankIndex rank : IndexRange<RankIndex>(ranks)) host_of.push_back(hosts[mapping.host_of[rank]]);
    return host_of;
}

HostSearch::HostSearch(const Pattern& pattern, const HostDelays& delays, const Slots& slots,
                       const SearchPlan& plan, Progress& progress)
    : pattern_(&pattern), delays_(&delays), plan_(&plan), progress_(&progress), grid_(rank_grid_of(pattern)) {
    const HostMatrix distances = mean_distances(weigh_delays(pattern, delays, slots.hosts), pattern);
    std::vector<Slots> sets = grid_blocks(slots, delays.topology, distances, pattern.ranks);
    sets.insert(sets.begin(), choose_hosts(slots, levels_of(delays, slots), distances, pattern.ranks));
    const auto take = [&](const Slots& set) {
        chosen_ = set;
        by_delay_ = weigh_delays(pattern, delays, set.hosts);
        around_ = surroundings_of(delays, set, mean_distances(by_delay_, pattern));
    };
    const SearchPlan quick{Effort::quick, plan.seed, false};
    double least = std::numeric_limits<double>::infinity();
    const Slots* best = &sets.front();
    for (const Slots& set : sets) {
        if (sets.size() == 1) break;
        take(set);
        const Problem problem = problem_for(delays_and_adapters());
        const double cost = search(problem, around_, grid_, quick, [] {}).cost;
        if (cost < least) best = &set;
        least = std::min(least, cost);
    }
    take(*best);
}

double HostSearch::delay_bound_s() const {
    return lower_bound_of(problem_for(by_delay_));
}

Problem HostSearch::problem_for(const Weighing& weighing) const {
    return problem_of(*pattern_, weighing, chosen_.capacity);
}

Found HostSearch::searched(const Problem& problem, const SearchPlan& plan) const {
    return search(problem, around_, grid_, plan, [&] { progress_->step(); });
}

Found HostSearch::search_for(Goal goal) const {
    return searched(problem_for(weighing_for(goal)), *plan_);
}

Weighing HostSearch::weighing_for(Goal goal) const {
    if (goal == Goal::delay) return delays_and_adapters();
    Weighing weighing;
    if (goal == Goal::crossing) {
        weighing.by = Weighing::By::bytes;
        weighing.planes.push_back(steps_between_hosts());
        return weighing;
    }
    weighing.by = Weighing::By::arcs;
    double longest = 0;
    for (const Flow& flow : pattern_->flows) longest = std::max(longest, flow.length_bytes);
    HostMatrix plane = rows_and_columns(delays_->distinct_plane(longest), chosen_.hosts);
    plane += static_cast<float>(longest) * adapter_seconds(*delays_, chosen_.capacity);
    // Of a high power the largest is nearly all of the sum.
    constexpr float power = 16;
    weighing.planes.emplace_back((plane / plane.maxCoeff()).pow(power));
    return weighing;
}

Weighing HostSearch::delays_and_adapters() const {
    Weighing weighing = by_delay_;
    HostMatrix adapters = adapter_seconds(*delays_, chosen_.capacity);
    if (adapters.maxCoeff() > 0) weighing.add_cost_of_bytes(std::move(adapters));
    return weighing;
}

/// How many switches or cables apart: bytes times that are what crosses, small where little does.
HostMatrix HostSearch::steps_between_hosts() const {
    HostMatrix steps = ones_between_hosts(std::ssize(chosen_.hosts));
    if (!around_.coordinates.empty()) {
        const Eigen::MatrixXi hops = diagnosis::hops_of(delays_->topology);
        const std::vector<HostIndex>& hosts_of_run = chosen_.hosts;
        steps = hops(hosts_of_run, hosts_of_run).cast<float>().array().max(0);
    }
    for (const auto& level : around_.levels) {
        steps += 1;
        for (const PlaceList& group : level) {
            for (const PlaceIndex from : group) {
                for (const PlaceIndex to : group) steps(from, to) -= 1;
            }
        }
    }
    return steps;
}

std::vector<Found> HostSearch::ties_of(const Found& found) const {
    Weighing crossing;
    crossing.by = Weighing::By::bytes;
    crossing.planes.push_back(steps_between_hosts());
    const Mapping first = by_slot_on_hosts().mapping;
    const double bytes_by_steps = cost_of(problem_for(crossing), first);
    if (bytes_by_steps == 0) return {};
    Weighing both = delays_and_adapters();
    const double scale = weight_of_ties * cost_of(problem_for(both), first) / bytes_by_steps;
    const HostMatrix tie = static_cast<float>(scale) * crossing.planes.front();
    if (both.planes.size() > both.lengths.size()) {
        both.planes.back() += tie;
    } else {
        both.add_cost_of_bytes(tie);
    }
    const Problem problem = problem_for(both);
    Found changed = found;
    changed.by += ", less crossing";
    changed.is_optimal = false;
    descend(problem, changed.mapping, max_trials_of_ties);
    Found other = searched(problem, {Effort::quick, plan_->seed, true});
    other.by += ", less crossing";
    other.is_optimal = false;
    return {std::move(changed), std::move(other)};
}

Found HostSearch::by_slot_on_hosts() const {
    Problem slots;
    slots.capacity = chosen_.capacity;
    Found found;
    found.mapping = by_slot(slots);
    found.by = "by slot";
    return found;
}

PerRank<HostIndex> HostSearch::hosts_of(const Found& found) const {
    return hosts_of_ranks(found.mapping, chosen_.hosts, pattern_->ranks);
}

}  // namespace fabricmap::placement
