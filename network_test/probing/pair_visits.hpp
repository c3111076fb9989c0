// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/mpi/waiting.hpp"
#include "measuring/probing/visits.hpp"
#include "network_test/engine/pair_measurement.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace fabricmap::network_test {

/// What an exchange works with for messages of a length.
using StageForPayload = std::function<Stage(const Payload&)>;

/// Measures some pairs, one after the other, while all other ranks sleep; all ranks call it together and get
/// the same delays.
class PairVisits {
  public:
    /// `control`: a communicator that carries nothing but the results.
    PairVisits(PairExchange& exchange, StageForPayload stage_for, std::vector<RankPair> pairs,
               MPI_Comm control, const IdleWaiting& idle)
        : exchange_(exchange),
          stage_for_(std::move(stage_for)),
          pairs_(std::move(pairs)),
          control_(control),
          idle_(idle) {}

    /// At least so many visits; the lengths go up in one and down in the next.
    [[nodiscard]] std::vector<Visit> operator()(const std::vector<std::int64_t>& lengths, int visits) const;

  private:
    [[nodiscard]] Visit visit(const RankPair& pair, const std::vector<std::int64_t>& lengths,
                              bool upwards) const;
    /// Median delay of the pair on its leader; 0 on its follower and all others.
    [[nodiscard]] double measure(const RankPair& pair, std::int64_t length_bytes) const;
    void share(std::vector<Visit>& visits, int from) const;

    PairExchange& exchange_;
    StageForPayload stage_for_;
    std::vector<RankPair> pairs_;
    MPI_Comm control_;
    const IdleWaiting& idle_;
};

}  // namespace fabricmap::network_test
