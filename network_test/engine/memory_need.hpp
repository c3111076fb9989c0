// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/request/options.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::network_test {

/// Host memory of one rank in bytes; no integers, because what a user asks for may pass 63 bits.
struct MemoryNeed {
    double buffers = 0;  ///< messages
    double samples = 0;
    double cells = 0;  ///< what grows with the number of ranks

    [[nodiscard]] double total() const noexcept { return buffers + samples + cells; }
};

/// The two buffers of a rank; no integers for the same reason.
struct MessageRoom {
    double outgoing_bytes = 0;
    double incoming_bytes = 0;
};

/// What the lengths asked for need: of pairs each with the messages that are in flight at it.
[[nodiscard]] MessageRoom room_for_pairs(const Options& options, const PairExchange& exchange);
/// The same of all ranks together.
[[nodiscard]] MessageRoom room_for_groups(const Options& options, const GroupExchange& exchange, int ranks);

/// `group_step`: all ranks measure together, so a rank holds the samples of all its peers at once.
[[nodiscard]] MemoryNeed memory_need(const Options& options, int ranks, bool group_step,
                                     const MessageRoom& room);

/// Throws UsageError with the numbers where a rank would need more than --max-memory, or by default more than
/// half of what its host has free for it. Called by all ranks together.
void check_memory(const Options& options, const MemoryNeed& need, const PerRank<RankLocation>& locations);

}  // namespace fabricmap::network_test
