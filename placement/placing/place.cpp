// SPDX-License-Identifier: Apache-2.0
#include "placement/placing/place.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "placement/placing/gain.hpp"
#include "placement/placing/host_search.hpp"
#include "placement/placing/notes.hpp"
#include "placement/valuing/doubt.hpp"
#include "placement/valuing/message_regime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fabricmap::placement {
namespace {

constexpr int random_mappings = 20;

/// By what counts as a gain; of nothing there is no less.
bool is_less(double one, double other) {
    return other > 0 && one <= (1 - min_gain) * other;
}

/// Delays of other lengths than the only one measured are not known.
void require_lengths(const HostDelays& delays, const Pattern& pattern) {
    if (delays.lengths.size() > 1) return;
    const auto only = static_cast<double>(delays.lengths.front());
    for (const Flow& flow : pattern.flows) {
        if (flow.length_bytes == only) continue;
        throw UsageError(fmt::format(
            "{}: it has one length, {}, and a message has {} bytes: measure more, as with --lengths 0,64K,1M",
            delays.label, format_size(delays.lengths.front()), format_plain(flow.length_bytes)));
    }
}

void require_room(const Pattern& pattern, const Slots& slots) {
    if (pattern.ranks <= slots.total()) return;
    throw UsageError(fmt::format(
        "{}: it has {} ranks, and {} have {}; give more hosts, --slots, or a smaller pattern", pattern.name,
        pattern.ranks, counted(std::ssize(slots.hosts), "host"), counted(slots.total(), "slot")));
}

Slots slots_asked(const HostDelays& delays, const PlaceRequest& request) {
    SlotRequest slots = request.slots;
    for (const AvoidedHost& avoided : request.avoided) slots.avoided.push_back(avoided.host);
    return slots_of(delays, slots);
}

/// A problem without messages: enough for mappings that look at slots alone.
Problem slots_alone(const Slots& slots, int ranks) {
    Problem problem;
    problem.hosts = static_cast<int>(slots.hosts.size());
    problem.ranks = ranks;
    problem.items = slots.total();
    problem.capacity = slots.capacity;
    return problem;
}

/// The mean of some mappings drawn by chance.
Valued mean_of_random(const Valuer& valuer, const Slots& slots, int ranks, std::uint64_t seed) {
    Valued mean{"random", {}, {}};
    const Problem problem = slots_alone(slots, ranks);
    for (int number = 0; number < random_mappings; ++number) {
        const Mapping mapping =
            drawn_mapping(problem, mix(seed, 0x1000U + static_cast<std::uint64_t>(number)));
        const Value value = valuer.value(hosts_of_ranks(mapping, slots.hosts, ranks));
        mean.value.delay_s += value.delay_s / random_mappings;
        mean.value.slowest_s += value.slowest_s / random_mappings;
        mean.value.crossing_bytes += value.crossing_bytes / random_mappings;
    }
    return mean;
}

/// A placement that was found, with what it is worth.
struct ValuedFound {
    Found found;
    Value value;

    /// Delays, and waiting for adapters.
    [[nodiscard]] double cost_s() const noexcept { return value.delay_s + value.adapter_s; }
};

class Choice {
  public:
    Choice(Placement& placement, const HostSearch& search, const Valuer& valuer)
        : placement_(&placement), search_(&search), valuer_(&valuer) {}

    /// The least delay and, of those that have hardly more, the least that crosses.
    [[nodiscard]] ValuedFound by_delay() const {
        std::vector<ValuedFound> candidates{valued(search_->search_for(Goal::delay))};
        for (Found& tie : search_->ties_of(candidates.front().found))
            candidates.push_back(valued(std::move(tie)));
        candidates.push_back(valued(search_->by_slot_on_hosts()));
        const auto least = std::min_element(
            candidates.begin(), candidates.end(),
            [](const ValuedFound& one, const ValuedFound& other) { return one.cost_s() < other.cost_s(); });
        const double limit = (1 + tied) * least->cost_s();
        ValuedFound* best = &candidates.front();
        for (ValuedFound& one : candidates) {
            const bool may_be = best->cost_s() <= limit;
            if (one.cost_s() > limit) continue;
            if (!may_be || is_less(one.value.crossing_bytes, best->value.crossing_bytes)) best = &one;
        }
        return std::move(*best);
    }

    /// Of long messages the step goes with what crosses: less of that is better, unless the sum of delays
    /// grows. Where both searches get as little to cross, the one of less delay is taken.
    void by_length() const {
        ValuedFound of_delay = by_delay();
        ValuedFound of_crossing = valued(search_->search_for(Goal::crossing));
        const Value& before = placement_->value_before;
        const bool takes_crossing =
            is_less(of_crossing.value.crossing_bytes, of_delay.value.crossing_bytes) &&
            of_crossing.cost_s() <= (1 + min_gain) * (before.delay_s + before.adapter_s);
        const Value& taken = takes_crossing ? of_crossing.value : of_delay.value;
        const bool crosses_less = is_less(taken.crossing_bytes, before.crossing_bytes);
        const bool is_by_crossing = takes_crossing && crosses_less;
        take(is_by_crossing ? of_crossing : of_delay, is_by_crossing ? Goal::crossing : Goal::delay);
        placement_->goal = crosses_less ? Goal::crossing : Goal::delay;
    }

    void by_goal(Goal goal) const {
        take(goal == Goal::delay ? by_delay() : valued(search_->search_for(goal)), goal);
    }

  private:
    /// Of delays that differ by so little neither is less.
    static constexpr double tied = 0.005;

    [[nodiscard]] ValuedFound valued(Found found) const {
        Value value = valuer_->value(search_->hosts_of(found));
        return {std::move(found), std::move(value)};
    }
    void take(const ValuedFound& candidate, Goal goal) const {
        const Found& found = candidate.found;
        placement_->goal = goal;
        placement_->found = assignment_of(search_->hosts_of(found), placement_->delays.host_count());
        placement_->value = candidate.value;
        placement_->found_by = found.by;
        placement_->starts = found.starts;
        placement_->is_optimal = found.is_optimal && goal == Goal::delay &&
                                 search_->hosts() == placement_->slots.hosts &&
                                 candidate.value.adapter_s == 0;
    }

    Placement* placement_;
    const HostSearch* search_;
    const Valuer* valuer_;
};

/// Blocks of a grid may have more hosts than hold the ranks.
PerPlace<HostIndex> those_with_ranks(const PerPlace<HostIndex>& hosts, const Assignment& found) {
    PerPlace<HostIndex> used;
    for (const HostIndex host : hosts) {
        if (std::find(found.host_of.begin(), found.host_of.end(), host) != found.host_of.end())
            used.push_back(host);
    }
    return used;
}

void find_best(Placement& placement, const PlaceRequest& request, const Valuer& valuer, Progress& progress) {
    placement.transfer_ratio = transfer_ratio_of(placement.pattern, placement.delays, placement.slots);
    const bool are_long = placement.transfer_ratio >= min_transfer_ratio_of_long;
    const bool looks_at_both = !request.goal && are_long;
    const Goal goal = request.goal.value_or(Goal::delay);
    const std::size_t searches = (goal == Goal::delay ? 2U : 1U) + (looks_at_both ? 1U : 0U);
    progress.begin(searches * steps_of_search, "steps of the search");
    const HostSearch search(placement.pattern, placement.delays, placement.slots, request.plan, progress);
    placement.bound_s = search.delay_bound_s();
    placement.goal_is_chosen = !request.goal;
    const Choice choice(placement, search, valuer);
    if (looks_at_both) {
        choice.by_length();
    } else {
        choice.by_goal(goal);
    }
    placement.used_hosts = those_with_ranks(search.hosts(), placement.found);
}

/// Whether the time that more bytes need of adapters leaves nothing of the goal's gain.
bool costs_more(const Placement& placement) {
    const auto cost_s = [](const Value& value) { return value.delay_s + value.adapter_s; };
    const double limit = placement.goal == Goal::delay ? 1 : 1 + min_gain;
    return placement.value.leaving_bytes > placement.value_before.leaving_bytes &&
           cost_s(placement.value) > limit * cost_s(placement.value_before);
}

bool is_worth_it(const Placement& placement) {
    if (costs_more(placement)) return false;
    // Bytes that cross are counted, delays beyond the map are not known.
    if (placement.goal != Goal::crossing && placement.rests_beyond()) return false;
    if (placement.goal == Goal::delay) return placement.gain.gain >= min_gain && placement.gain.low > 0;
    return is_less(placement.value.of(placement.goal), placement.value_before.of(placement.goal));
}

}  // namespace

Assignment assignment_of(PerRank<HostIndex> host_of, int hosts) {
    Assignment assignment{std::move(host_of), {}};
    PerHost<int> next(hosts, 0);
    for (const HostIndex host : assignment.host_of) assignment.slot_of.push_back(next[host]++);
    return assignment;
}

void require_slots(const HostDelays& delays, const Pattern& outline, const PlaceRequest& request) {
    require_room(outline, slots_asked(delays, request));
}

Placement place(HostDelays delays, Pattern pattern, const PlaceRequest& request, Progress& progress) {
    Placement placement;
    placement.delays = std::move(delays);
    placement.pattern = std::move(pattern);
    placement.avoided = request.avoided;
    placement.slots = slots_asked(placement.delays, request);
    require_room(placement.pattern, placement.slots);
    require_lengths(placement.delays, placement.pattern);
    const int ranks = placement.pattern.ranks;
    const Valuer valuer(placement.pattern, placement.delays);
    const Problem plain = slots_alone(placement.slots, ranks);
    placement.before = assignment_of(hosts_of_ranks(by_slot(plain), placement.slots.hosts, ranks),
                                     placement.delays.host_count());
    placement.value_before = valuer.value(placement.before.host_of);
    placement.bytes_beyond = bytes_beyond(placement.pattern, placement.delays);
    find_best(placement, request, valuer, progress);
    placement.gain = gain_of(valuer, placement.value, placement.value_before, placement.found.host_of,
                             placement.before.host_of);
    if (placement.delays.measured) {
        extend(placement.gain, gain_as_measured(placement.pattern, placement.delays, placement.found.host_of,
                                                placement.before.host_of));
    }
    placement.is_gain = is_worth_it(placement);
    const PerRank<HostIndex> spread = hosts_of_ranks(by_node(plain), placement.slots.hosts, ranks);
    add_valued(placement, "by node", spread);
    placement.others.push_back(mean_of_random(valuer, placement.slots, ranks, request.plan.seed));
    placement.others.back().gain.gain =
        1 - placement.others.back().value.delay_s / placement.value_before.delay_s;
    add_notes(placement);
    return placement;
}

void add_valued(Placement& placement, const std::string& name, const PerRank<HostIndex>& host_of) {
    if (std::ssize(host_of) != placement.pattern.ranks) {
        throw UsageError(fmt::format("{}: it places {} ranks, and the pattern has {}", name, host_of.size(),
                                     placement.pattern.ranks));
    }
    const Valuer valuer(placement.pattern, placement.delays);
    Valued valued{name, valuer.value(host_of), {}};
    valued.gain = gain_of(valuer, valued.value, placement.value_before, host_of, placement.before.host_of);
    placement.others.push_back(std::move(valued));
}

void judge(Placement& placement, const HostDelays& other) {
    const std::map<std::string, HostIndex> by_name = other.hosts_by_name();
    const auto there = [&](const Assignment& assignment) {
        PerRank<HostIndex> host_of;
        for (const HostIndex host : assignment.host_of) {
            const std::string& name = placement.delays.hosts[host];
            const auto found = by_name.find(name);
            if (found == by_name.end())
                throw UsageError(fmt::format("--judge: {} has no host {}", other.label, name));
            host_of.push_back(found->second);
        }
        return host_of;
    };
    require_lengths(other, placement.pattern);
    placement.judged =
        gain_as_measured(placement.pattern, other, there(placement.found), there(placement.before));
    placement.judged_by = other.label;
}

}  // namespace fabricmap::placement
