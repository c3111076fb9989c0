// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"
#include "measuring/page_buffer.hpp"
#include "netcdf_schema/run/run_description.hpp"
#include "network_test/modes/exchange.hpp"

#include <mpi.h>

#include <vector>

namespace fabricmap::network_test {

/// The traffic of the noisy ranks beside one measured pair: bursts of messages from each to each, again and
/// again until asked to stop. A single noisy rank sends to itself. The first noisy rank leads: it
/// reports to the pair's leader that the noise runs, hears when to stop, and tells the others between bursts.
class NoiseTraffic {
  public:
    /// `comm`: carries nothing but noise.
    NoiseTraffic(MPI_Comm comm, const NoiseParameters& parameters);

    /// On a noisy rank: makes noise for the pair that `leader` leads; returns when the leader has stopped it
    /// and has been told of the bursts.
    void make(const Stage& stage, const std::vector<int>& noisy, int leader);

    /// On the leader: returns when every noisy rank has finished its first burst.
    void await_start(const std::vector<int>& noisy) const;
    /// On the leader: stops the noise and returns during how many of the intervals (common time) every noisy
    /// rank finished a burst.
    [[nodiscard]] std::int64_t stop(const std::vector<int>& noisy, std::span<const Interval> intervals) const;

  private:
    void burst(const std::vector<int>& noisy, int own);
    [[nodiscard]] bool leader_signals_stop(const std::vector<int>& noisy, int own, int leader) const;
    void answer(int leader) const;

    MPI_Comm comm_;
    NoiseParameters parameters_;
    PageBuffer out_;
    PageBuffer in_;
    std::vector<MPI_Request> requests_;
    std::vector<Nanoseconds> burst_ends_;  ///< common time, ascending
};

}  // namespace fabricmap::network_test
