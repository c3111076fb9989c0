// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/parties_clock.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace fabricmap::network_test {

PartiesClock::PartiesClock(int rank, std::span<const RankPlace> places, std::span<const int> parties,
                           MPI_Comm control, const Clock& clock, const IdleWaiting& idle)
    : control_(control),
      idle_(idle),
      parties_comm_(control, std::binary_search(parties.begin(), parties.end(), rank) ? std::optional(0)
                                                                                      : std::nullopt) {
    if (parties_comm_.get() != MPI_COMM_NULL) {
        std::vector<int> hosts;
        hosts.reserve(parties.size());
        for (const int party : parties) hosts.push_back(places[static_cast<std::size_t>(party)].node);
        const WaitScope expectation(Waiting::others);
        clock_.emplace(parties_comm_.get(), clock, hosts);
    }
    tell_all();
}

void PartiesClock::check() {
    if (clock_) {
        const WaitScope expectation(Waiting::others);
        clock_->check();
    }
    tell_all();
}

void PartiesClock::tell_all() {
    std::array<double, 2> told{0, 0};
    if (clock_) told = {clock_->error_bound_s(), clock_->as_thought() ? 0.0 : 1.0};
    idle_.reduce_all(told.data(), static_cast<int>(told.size()), MPI_DOUBLE, MPI_MAX, control_);
    error_bound_s_ = told[0];
    hosts_share_ = told[1] == 0;
}

}  // namespace fabricmap::network_test
