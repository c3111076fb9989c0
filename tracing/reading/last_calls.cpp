// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/last_calls.hpp"

#include "tracing/reading/call_sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace fabricmap::tracing {
namespace {

/// The last call of all threads that has ended.
std::optional<CallContext> last_ended(const RankRecording& rank) {
    std::optional<CallContext> last;
    std::uint64_t end = 0;
    for (const ThreadRecording& thread : rank.threads) {
        CallSequence sequence(thread.calls);
        while (sequence.next()) {
            if (last && sequence.call().end < end) continue;
            end = sequence.call().end;
            last = sequence.context();
        }
    }
    return last;
}

std::string where_last_seen(const RankRecording& rank, SourceLines& lines) {
    const auto text = [&](std::string_view when, std::uint32_t function, std::uint64_t place) {
        return fmt::format("on {} {} {} at {}", rank.host(), when, rank.function(function),
                           lines.name_of(rank, place));
    };
    if (!rank.open_calls.empty())
        return text("in", rank.open_calls.front().function, rank.open_calls.front().place);
    const auto last = last_ended(rank);
    return last ? text("after", last->function, last->place)
                : fmt::format("on {} before any call", rank.host());
}

}  // namespace

void add_last_calls(const Recording& recording, const std::vector<RankClock>& clocks, SourceLines& lines,
                    std::vector<IncompleteRank>& ranks) {
    for (IncompleteRank& one : ranks) {
        if (one.missing != MissingPart::end) continue;
        const auto rank =
            std::find_if(recording.ranks.begin(), recording.ranks.end(),
                         [&](const RankRecording& recorded) { return recorded.header.rank == one.rank; });
        if (rank == recording.ranks.end() || rank->moments.empty()) continue;
        one.last_seen = where_last_seen(*rank, lines);
        one.seen_s = clocks.at(static_cast<std::size_t>(one.rank)).seconds(rank->moments.back().counter);
    }
}

}  // namespace fabricmap::tracing
