// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/plane_schedule.hpp"
#include "network_test/options.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Memory of one rank in bytes; no integers, because what a user asks for may pass 63 bits.
struct MemoryNeed {
    double buffers = 0;  ///< messages
    double samples = 0;
    double cells = 0;  ///< what grows with the number of ranks

    [[nodiscard]] double total() const noexcept { return buffers + samples + cells; }
};

/// `group_step`: all ranks measure together, so a rank holds the samples of all its peers at once.
/// `incoming_messages`: how many of the longest message lie side by side in the `in` buffer.
[[nodiscard]] MemoryNeed memory_need(const Options& options, int ranks, bool group_step,
                                     std::int64_t incoming_messages);

/// Throws UsageError with the numbers where a rank would need more than --max-memory, or by default more than
/// half of what its host has free for it. Called by all ranks together.
void check_memory(const Options& options, const MemoryNeed& need, const std::vector<RankPlace>& places);

/// What a few messages between rank 0 and the last rank took.
struct LinkProbe {
    double empty_s = 0;    ///< one way
    double longest_s = 0;  ///< one way
    std::int64_t longest_bytes = 0;

    [[nodiscard]] double delay_s(std::int64_t length_bytes) const noexcept;
};

/// Connects every pair of ranks with one empty exchange, because setting a connection up costs more than ten
/// messages, then probes. Called by all ranks together; the result is the same on all.
[[nodiscard]] LinkProbe connect_and_probe(const Stage& longest);

/// How long the plane of each length is going to take, in seconds: right within a factor of two or so.
[[nodiscard]] std::vector<double> plane_seconds(const Options& options,
                                                const std::vector<std::int64_t>& lengths,
                                                const LinkProbe& probe, std::int64_t parts, int ranks);

}  // namespace fabricmap::network_test
