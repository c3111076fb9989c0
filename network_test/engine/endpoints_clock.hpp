// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/common_clock.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/mpi/waiting.hpp"
#include "measuring/watch/watchdog.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <optional>
#include <span>

namespace fabricmap::network_test {

/// The common clock of the ranks that take part in a sweep. The others, whose host may be as slow as it is
/// excluded for, are in no way of it; but how good it is they know, as rank 0 must that may be one of them.
class EndpointsClock {
  public:
    /// Called by all ranks of `control` together, as is check; ranks of one host are assumed to share a
    /// clock. `locations`: of the job's ranks; `endpoints`: ascending.
    EndpointsClock(int rank, std::span<const RankLocation> locations, std::span<const int> endpoints,
                   MPI_Comm control, const Clock& clock, const IdleWaiting& idle);

    /// Compares the clocks again, where that has not just been done.
    void check();

    /// From this rank's clock to the common time; nothing to add where it takes no part.
    [[nodiscard]] ClockOffset offset() const noexcept { return clock_ ? clock_->offset() : ClockOffset{}; }
    /// Of two ranks' common times, up to the latest check; the same on all ranks.
    [[nodiscard]] double error_bound_s() const noexcept { return error_bound_s_; }
    /// Whether the ranks of each host share a clock indeed; the same on all ranks.
    [[nodiscard]] bool hosts_share_clock() const noexcept { return hosts_share_clock_; }

  private:
    void broadcast_state();

    MPI_Comm control_;
    const IdleWaiting& idle_;
    Communicator endpoints_comm_;
    std::optional<CommonClock> clock_;
    double error_bound_s_ = 0;
    bool hosts_share_clock_ = true;
};

}  // namespace fabricmap::network_test
