// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap {

/// Who streamed to whom in a run of streams between leaves: all hosts of a leaf at once to those of another,
/// each leaf in turn to each. All leaves take part with as many hosts, and all hosts with as many ranks.
struct LeafStreams {
    std::vector<std::string> leaves;         ///< their names
    std::vector<std::int64_t> leaf_of_rank;  ///< number in `leaves`; -1 of a rank that took no part
    std::int64_t partners_per_rank = 1;      ///< ranks of the other leaf that each one sends to at once
    std::int64_t connections_per_pair = 1;   ///< of the MPI library, as far as was known
    std::int64_t flows_per_host = 1;  ///< that leave each host at once: partners × ranks × connections

    friend bool operator==(const LeafStreams&, const LeafStreams&) = default;
};

}  // namespace fabricmap
