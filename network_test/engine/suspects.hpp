// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/plane_cells.hpp"
#include "network_test/modes/exchange.hpp"
#include "network_test/schedule/pair_class.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fabricmap::network_test {

/// A pair that came out slow for its class.
struct Suspect {
    RankPair pair;
    double excess = 0;  ///< ratio of its median to the limit of its class
};

/// The suspects of a plane, the slowest first.
struct Suspects {
    std::vector<Suspect> worst;
    std::int64_t left_out = 0;  ///< those beyond the most of a rank
};
inline constexpr std::size_t most_suspects_of_a_rank = 64;

/// The pairs of a plane whose medians lie beyond their class's upper quartile by more than three times the
/// distance of its quartiles, on the logarithm (Tukey's outer fence), and a quarter above its median at
/// least. Called by all ranks together, with their own cells; all get the same. O(ranks) memory.
[[nodiscard]] Suspects find_suspects(const Stage& stage, const PlaneCells& cells, Side holder,
                                     MPI_Comm control, std::size_t most_of_a_rank = most_suspects_of_a_rank);

/// Batches of pairs in which no host is twice, the first suspects in the first batches.
struct SuspectBatches {
    std::vector<std::vector<RankPair>> batches;
    std::int64_t left_out = 0;  ///< suspects beyond `most` batches
};
[[nodiscard]] SuspectBatches host_disjoint_batches(const std::vector<Suspect>& suspects,
                                                   const std::vector<RankPlace>& places, std::int64_t most);

}  // namespace fabricmap::network_test
