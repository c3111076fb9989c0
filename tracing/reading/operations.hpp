// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/incomplete_ranks.hpp"
#include "tracing/model/trace.hpp"
#include "tracing/reading/collective_blocks.hpp"
#include "tracing/reading/recording.hpp"
#include "tracing/reading/source_lines.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::tracing {

struct Events;

/// What of a recording found no partner, or does not fit together.
struct MatchingReport {
    std::string gaps;  ///< of the recording, a line each
    std::uint64_t messages = 0;
    std::uint64_t unmatched_sends = 0;
    std::uint64_t unmatched_receives = 0;
    std::uint64_t messages_of_unknown = 0;  ///< sends and receives whose other side cannot be told
    std::uint64_t unfinished_receives = 0;  ///< never completed: from whom is not known
    std::uint64_t cancelled = 0;
    std::uint64_t unequal_lengths = 0;  ///< messages that were matched with another's receive
    std::uint64_t early_receives = 0;   ///< ended before the send began, by more than the clocks' error
    std::uint64_t incomplete_collectives = 0;  ///< with parts of some members alone
    std::uint64_t mixed_collectives =
        0;  ///< whose members called different functions, or had different roots
    std::uint64_t ends_without_begin = 0;  ///< of phases
    std::uint64_t damaged_threads = 0;     ///< whose calls make no sense from some point on

    std::uint64_t assumed_receives = 0;  ///< of an archive that does not say what they got
    std::uint64_t unmatched_epochs = 0;  ///< posts without a start, and starts without a post

    [[nodiscard]] bool is_clean() const noexcept {
        return unmatched_sends + unmatched_receives + messages_of_unknown + unfinished_receives +
                   early_receives + unequal_lengths + incomplete_collectives + mixed_collectives +
                   ends_without_begin + unmatched_epochs + damaged_threads ==
               0;
    }
};

/// A recording as operations, and what is missing of it.
struct Operations {
    Trace trace;
    MatchingReport report;
    CollectiveBlocks blocks;  ///< empty but for a recording
    /// Messages of sender, receiver and length that were sent, and received by no call that was seen.
    CollectiveBlocks::Blocks unreceived{};
    std::vector<IncompleteRank> incomplete_ranks{};
    std::vector<UnseenPartner> unseen_partners{};  ///< calls that may have waited for those which hide them
    std::optional<int> exit_code{};                ///< of the launcher, where that was noted
};

/// Matches sends with receives (the k-th send and the k-th posted receive of one communicator, sender,
/// receiver and tag), and the parts of collective operations (the k-th on a communicator or window).
[[nodiscard]] Operations operations_of(const Recording& recording, SourceLines& lines);

/// Matches what has been read, and puts it into the trace, which has its program and processes.
void match_events(Events& events, Operations& operations);

/// What the report says, a line each; empty where all is matched.
[[nodiscard]] std::string describe_report(const MatchingReport& report);

}  // namespace fabricmap::tracing
