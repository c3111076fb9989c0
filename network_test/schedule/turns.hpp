// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/pair_order.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace fabricmap::network_test {

/// One visit of a list of batches, as one of its ranks has to know it.
struct Turn {
    /// A visit that waits for this one, and who leads it.
    struct Waiting {
        RankIndex leader;
        std::size_t number;
    };

    std::size_t number;  ///< of the visit, counted through all batches
    std::size_t batch;
    RankPair pair;
    std::size_t awaited;           ///< visits that others lead and that must be over before
    std::vector<Waiting> waiting;  ///< visits that others lead and that this one must precede
};

using LeaderOf = std::function<RankIndex(const RankPair&)>;

/// The visits in which the rank takes part, in their order. A visit may begin when the pair that has its
/// position in the batch before is done, and so are those before it on its two hosts: then no more pairs are
/// measured at once than a batch holds, and one at most on a host, yet nobody waits for the slowest pair of a
/// batch.
[[nodiscard]] std::vector<Turn> turns_of(RankIndex rank, std::span<const std::vector<RankPair>> batches,
                                         const PerRank<RankLocation>& locations, const LeaderOf& leader_of);

}  // namespace fabricmap::network_test
