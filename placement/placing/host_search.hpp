// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/progress.hpp"
#include "placement/machine/delays.hpp"
#include "placement/machine/slots.hpp"
#include "placement/patterns/pattern.hpp"
#include "placement/problem/problem.hpp"
#include "placement/problem/weighing.hpp"
#include "placement/search/search.hpp"
#include "placement/valuing/value.hpp"

#include <optional>

namespace fabricmap::placement {

/// The hosts that a job of so many ranks is to use, and the search for placements on them.
class HostSearch {
  public:
    /// Of fewer ranks than slots: the hosts nearest to each other, or a block of a grid, by what a quick
    /// search finds on each. All that is referred to must outlive it.
    HostSearch(const Pattern& pattern, const HostDelays& delays, const Slots& slots, const SearchPlan& plan,
               Progress& progress);

    /// Steps of the progress: one for each set of hosts that was looked at.
    [[nodiscard]] const PerPlace<HostIndex>& hosts() const noexcept { return chosen_.hosts; }
    /// No placement on these hosts has less delay.
    [[nodiscard]] double delay_bound_s() const;

    [[nodiscard]] Found search_for(Goal goal) const;
    /// Another placement of as little delay, or nearly so, through whose shared links less may cross: `found`
    /// changed, and one that was searched for both.
    [[nodiscard]] std::vector<Found> ties_of(const Found& found) const;
    [[nodiscard]] Found by_slot_on_hosts() const;

    [[nodiscard]] PerRank<HostIndex> hosts_of(const Found& found) const;

  private:
    [[nodiscard]] Weighing weighing_for(Goal goal) const;
    /// Delays, and what bytes take of the hosts' adapters.
    [[nodiscard]] Weighing delays_and_adapters() const;
    [[nodiscard]] HostMatrix steps_between_hosts() const;
    [[nodiscard]] Problem problem_for(const Weighing& weighing) const;
    [[nodiscard]] Found searched(const Problem& problem, const SearchPlan& plan) const;

    const Pattern* pattern_;
    const HostDelays* delays_;
    const SearchPlan* plan_;
    Progress* progress_;
    std::optional<RankGrid> grid_;
    Slots chosen_;
    Weighing by_delay_;
    Surroundings around_;
};

/// The hosts of the ranks, where a mapping has places among the slots.
[[nodiscard]] PerRank<HostIndex> hosts_of_ranks(const Mapping& mapping, const PerPlace<HostIndex>& hosts,
                                                int ranks);

}  // namespace fabricmap::placement
