// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/endpoints_clock.hpp"

#include "measuring/rank_locations.hpp"

#include <algorithm>
#include <array>

namespace fabricmap::network_test {

EndpointsClock::EndpointsClock(int rank, std::span<const RankLocation> locations,
                               std::span<const int> endpoints, MPI_Comm control, const Clock& clock,
                               const IdleWaiting& idle)
    : control_(control),
      idle_(idle),
      endpoints_comm_(control, std::binary_search(endpoints.begin(), endpoints.end(), rank) ? std::optional(0)
                                                                                            : std::nullopt) {
    if (endpoints_comm_.get() != MPI_COMM_NULL) {
        const WaitScope expectation(Waiting::others);
        clock_.emplace(endpoints_comm_.get(), clock, clocks_of(clock, locations, endpoints));
    }
    broadcast_state();
}

void EndpointsClock::check() {
    if (clock_) {
        const WaitScope expectation(Waiting::others);
        clock_->check();
    }
    broadcast_state();
}

void EndpointsClock::broadcast_state() {
    std::array<double, 2> values{0, 0};
    if (clock_) values = {clock_->error_bound_s(), clock_->assumption_holds() ? 0.0 : 1.0};
    idle_.reduce_all(values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_MAX, control_);
    error_bound_s_ = values[0];
    hosts_share_clock_ = values[1] == 0;
}

}  // namespace fabricmap::network_test
