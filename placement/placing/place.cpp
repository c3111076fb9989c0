// SPDX-License-Identifier: Apache-2.0
#include "placement/placing/place.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/topology/host_list.hpp"
#include "placement/machine/chosen_hosts.hpp"
#include "placement/problem/weighing.hpp"
#include "placement/search/bound.hpp"
#include "placement/search/descent.hpp"
#include "placement/valuing/message_regime.hpp"
#include "placement/valuing/surroundings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace fabricmap::placement {
namespace {

constexpr double z_of_95_percent = 1.96;
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

void require_to_fit(const HostDelays& delays, const Pattern& pattern, const Slots& slots) {
    if (pattern.ranks > slots.total()) {
        throw UsageError(
            fmt::format("{}: it has {} ranks, and {} have {}; give more hosts, --slots, or a smaller pattern",
                        pattern.name, pattern.ranks, counted(std::ssize(slots.hosts), "host"),
                        counted(slots.total(), "slot")));
    }
    require_lengths(delays, pattern);
}

PerRank<HostIndex> hosts_of_ranks(const Mapping& mapping, const Slots& slots, int ranks) {
    PerRank<HostIndex> host_of;
    for (const RankIndex rank : IndexRange<RankIndex>(ranks))
        host_of.push_back(slots.hosts[mapping.host_of[rank]]);
    return host_of;
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

double fraction_of_messages(const Pattern& pattern, const std::function<bool(double)>& is_one) {
    double sum = 0;
    for (const Flow& flow : pattern.flows) sum += is_one(flow.length_bytes) ? flow.messages : 0;
    return sum / pattern.messages();
}

void add_notes(Placement& placement, int slots_a_host) {
    const HostDelays& delays = placement.delays;
    std::vector<std::string>& notes = placement.notes;
    notes = placement.pattern.notes;
    if (delays.guessed_fraction > 0) {
        notes.push_back(
            fmt::format("{} of the pairs of hosts were not measured: their delays are estimated from their "
                        "class and their hosts.",
                        format_share(delays.guessed_fraction)));
    }
    if (delays.within_is_guessed && slots_a_host > 1) {
        notes.emplace_back(
            "Delays within hosts were not measured: they are taken as half of those between the nearest "
            "hosts. "
            "Measure with several ranks per host.");
    }
    if (!delays.noise_is_known) {
        notes.emplace_back(
            "The noise of the run cannot be told, so that pairs count as their class: measure several "
            "lengths, "
            "or both directions (--timing one_way).");
    }
    const auto longest = static_cast<double>(delays.lengths.back());
    const double beyond =
        fraction_of_messages(placement.pattern, [&](double length) { return length > longest; });
    if (beyond > 0) {
        notes.push_back(fmt::format(
            "{} of the messages are longer than {}, the longest measured: their delays are extrapolated{}.",
            format_share(beyond), format_size(delays.lengths.back()),
            delays.shows_rates() ? ""
                                 : ", with one rate for all hosts, as these hardly take longer than the "
                                   "shortest: measure up to 1M"));
    }
    const auto shortest = static_cast<double>(delays.lengths.front());
    const double below =
        fraction_of_messages(placement.pattern, [&](double length) { return length < shortest; });
    if (below > 0) {
        notes.push_back(
            fmt::format("{} of the messages are shorter than {}, the shortest measured: they count as "
                        "that.",
                        format_share(below), format_size(delays.lengths.front())));
    }
}

Gain gain_of(const Valuer& valuer, const Value& after, const Value& before, const PerRank<HostIndex>& found,
             const PerRank<HostIndex>& by_slot_hosts) {
    const double ratio = after.delay_s / before.delay_s;
    const Valuer::Doubt doubt = valuer.doubt_of(found, by_slot_hosts);
    const double stray = z_of_95_percent * ratio * doubt.noise;
    // What was taken for noise may have been none, and what was kept may be some: the search looks for pairs
    // whose noise is in its favour.
    const double shift = ratio * doubt.shift;
    const double doubtful = ratio * doubt.doubtful;
    return {1 - ratio, 1 - ratio - stray - std::max({0.0, shift, -doubtful}),
            1 - ratio + stray + std::max({0.0, -shift, doubtful})};
}

/// The mean of some mappings drawn by chance.
Valued mean_of_random(const Valuer& valuer, const Slots& slots, int ranks, std::uint64_t seed) {
    Valued mean{"random", {}, {}};
    const Problem problem = slots_alone(slots, ranks);
    for (int number = 0; number < random_mappings; ++number) {
        const Mapping mapping =
            drawn_mapping(problem, mix(seed, 0x1000U + static_cast<std::uint64_t>(number)));
        const Value value = valuer.value(hosts_of_ranks(mapping, slots, ranks));
        mean.value.delay_s += value.delay_s / random_mappings;
        mean.value.slowest_s += value.slowest_s / random_mappings;
        mean.value.crossing_bytes += value.crossing_bytes / random_mappings;
    }
    return mean;
}

/// What is searched for other goals than delay: sums that are small where the goal is.
Weighing weigh_for(Goal goal, const Pattern& pattern, const HostDelays& delays, const Slots& chosen,
                   const Surroundings& around) {
    if (goal == Goal::delay) return weigh_delays(pattern, delays, chosen.hosts);
    Weighing weighing;
    if (goal == Goal::slowest) {
        weighing.by = Weighing::By::arcs;
        double longest = 0;
        for (const Flow& flow : pattern.flows) longest = std::max(longest, flow.length_bytes);
        const HostMatrix plane = rows_and_columns(delays.distinct_plane(longest), chosen.hosts);
        // Of a high power the largest is nearly all of the sum.
        constexpr float power = 16;
        weighing.planes.emplace_back((plane / plane.maxCoeff()).pow(power));
        return weighing;
    }
    weighing.by = Weighing::By::bytes;
    const Eigen::Index hosts = std::ssize(chosen.hosts);
    HostMatrix steps = HostMatrix::Ones(hosts, hosts);
    steps.matrix().diagonal().setZero();
    if (!around.coordinates.empty()) {
        const Eigen::MatrixXi hops = diagnosis::hops_of(delays.topology);
        const std::vector<HostIndex>& hosts_of_run = chosen.hosts;
        steps = hops(hosts_of_run, hosts_of_run).cast<float>().array().max(0);
    }
    for (const auto& level : around.levels) {
        steps += 1;
        for (const PlaceList& group : level) {
            for (const PlaceIndex from : group) {
                for (const PlaceIndex to : group) steps(from, to) -= 1;
            }
        }
    }
    weighing.planes.push_back(std::move(steps));
    return weighing;
}

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

/// Searches on the hosts that were chosen.
class HostSearch {
  public:
    HostSearch(Placement& placement, const SearchPlan& plan, Progress& progress)
        : placement_(&placement),
          plan_(&plan),
          progress_(&progress),
          chosen_(chosen_hosts()),
          by_delay_(weigh_delays(placement.pattern, placement.delays, chosen_.hosts)),
          around_(surroundings_of(placement.delays, chosen_, mean_distances(by_delay_, placement.pattern))),
          delay_problem_(problem_of(placement.pattern, by_delay_, chosen_.capacity)),
          grid_(rank_grid_of(placement.pattern)) {
        placement.used_hosts = chosen_.hosts;
        placement.bound_s = lower_bound_of(delay_problem_);
    }

    [[nodiscard]] Found search_for(Goal goal) const {
        const Pattern& pattern = placement_->pattern;
        const auto step = [&] { progress_->step(); };
        if (goal == Goal::delay) return search(delay_problem_, around_, grid_, *plan_, step);
        const Weighing weighing = weigh_for(goal, pattern, placement_->delays, chosen_, around_);
        return search(problem_of(pattern, weighing, chosen_.capacity), around_, grid_, *plan_, step);
    }
    [[nodiscard]] PerRank<HostIndex> hosts_of(const Found& found) const {
        return hosts_of_ranks(found.mapping, chosen_, placement_->pattern.ranks);
    }
    void take(const Found& found, Goal goal) const {
        placement_->found = assignment_of(hosts_of(found), placement_->delays.host_count());
        placement_->found_by = found.by;
        placement_->starts = found.starts;
        placement_->is_optimal =
            found.is_optimal && goal == Goal::delay && chosen_.hosts == placement_->slots.hosts;
    }

  private:
    [[nodiscard]] Slots chosen_hosts() const {
        const Slots& slots = placement_->slots;
        const Weighing weighing = weigh_delays(placement_->pattern, placement_->delays, slots.hosts);
        return choose_hosts(slots, levels_of(placement_->delays, slots),
                            mean_distances(weighing, placement_->pattern), placement_->pattern.ranks);
    }

    Placement* placement_;
    const SearchPlan* plan_;
    Progress* progress_;
    Slots chosen_;
    Weighing by_delay_;
    Surroundings around_;
    Problem delay_problem_;
    std::optional<RankGrid> grid_;
};

/// Of long messages the step goes with what crosses: less of that is better, unless the sum of delays grows.
/// Where both searches get as little to cross, the one of less delay is taken.
void find_by_length(Placement& placement, const HostSearch& search, const Valuer& valuer) {
    const Found by_delay = search.search_for(Goal::delay);
    const Found by_crossing = search.search_for(Goal::crossing);
    const Value& before = placement.value_before;
    const Value of_delay = valuer.value(search.hosts_of(by_delay));
    const Value of_crossing = valuer.value(search.hosts_of(by_crossing));
    const bool takes_crossing = is_less(of_crossing.crossing_bytes, of_delay.crossing_bytes) &&
                                of_crossing.delay_s <= (1 + min_gain) * before.delay_s;
    const Value& taken = takes_crossing ? of_crossing : of_delay;
    placement.goal = is_less(taken.crossing_bytes, before.crossing_bytes) ? Goal::crossing : Goal::delay;
    placement.goal_is_chosen = true;
    const bool is_by_crossing = takes_crossing && placement.goal == Goal::crossing;
    search.take(is_by_crossing ? by_crossing : by_delay, is_by_crossing ? Goal::crossing : Goal::delay);
}

void find_best(Placement& placement, const PlaceRequest& request, const Valuer& valuer, Progress& progress) {
    placement.transfer_ratio = transfer_ratio_of(placement.pattern, placement.delays, placement.slots);
    const bool are_long = placement.transfer_ratio >= min_transfer_ratio_of_long;
    const bool looks_at_both = !request.goal && are_long;
    progress.begin((looks_at_both ? 2 : 1) * steps_of_search, "steps of the search");
    const HostSearch search(placement, request.plan, progress);
    if (looks_at_both) return find_by_length(placement, search, valuer);
    placement.goal = request.goal.value_or(Goal::delay);
    placement.goal_is_chosen = !request.goal;
    search.take(search.search_for(placement.goal), placement.goal);
}

bool is_worth_it(const Placement& placement) {
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

Placement place(HostDelays delays, Pattern pattern, const PlaceRequest& request, Progress& progress) {
    Placement placement;
    placement.delays = std::move(delays);
    placement.pattern = std::move(pattern);
    placement.avoided = request.avoided;
    SlotRequest slots = request.slots;
    for (const AvoidedHost& avoided : request.avoided) slots.avoided.push_back(avoided.host);
    placement.slots = slots_of(placement.delays, slots);
    require_to_fit(placement.delays, placement.pattern, placement.slots);
    const int ranks = placement.pattern.ranks;
    const Valuer valuer(placement.pattern, placement.delays);
    const Problem plain = slots_alone(placement.slots, ranks);
    placement.before =
        assignment_of(hosts_of_ranks(by_slot(plain), placement.slots, ranks), placement.delays.host_count());
    placement.value_before = valuer.value(placement.before.host_of);
    find_best(placement, request, valuer, progress);
    placement.value = valuer.value(placement.found.host_of);
    placement.gain = gain_of(valuer, placement.value, placement.value_before, placement.found.host_of,
                             placement.before.host_of);
    placement.is_gain = is_worth_it(placement);
    const PerRank<HostIndex> spread = hosts_of_ranks(by_node(plain), placement.slots, ranks);
    add_valued(placement, "by node", spread);
    placement.others.push_back(mean_of_random(valuer, placement.slots, ranks, request.plan.seed));
    placement.others.back().gain.gain =
        1 - placement.others.back().value.delay_s / placement.value_before.delay_s;
    const auto max_slots_a_host =
        *std::max_element(placement.slots.capacity.begin(), placement.slots.capacity.end());
    add_notes(placement, max_slots_a_host);
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
    const Valuer valuer(placement.pattern, other);
    const PerRank<HostIndex> found = there(placement.found);
    const PerRank<HostIndex> before = there(placement.before);
    placement.judged = gain_of(valuer, valuer.value(found), valuer.value(before), found, before);
    placement.judged_by = other.label;
}

}  // namespace fabricmap::placement
