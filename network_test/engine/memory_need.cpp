// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/memory_need.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "measuring/job.hpp"
#include "measuring/mpi/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace fabricmap::network_test {
namespace {

double noise_bytes(const Options& options) {
    if (!has_noise(options.mode)) return 0;
    return static_cast<double>(options.noise.message_length) *
           static_cast<double>(options.noise.processes + 1);
}

/// What was asked that takes most of the memory, or how much was allowed.
std::string_view option_to_blame(const Options& options, const MemoryNeed& need) {
    if (options.max_memory || need.cells > std::max(need.samples, need.buffers)) return "--max-memory";
    if (need.samples > need.buffers) {
        return options.sampling.warm_up > options.sampling.most ? "--warm-up" : "-n";
    }
    return noise_bytes(options) > need.buffers / 2 ? "-l" : "--lengths (-e)";
}

}  // namespace

MessageRoom room_for_pairs(const Options& options, const PairExchange& exchange) {
    double most = 0;
    for (const std::int64_t length : options.lengths) {
        const auto messages = static_cast<double>(exchange.messages_in_flight(length));
        most = std::max(most, messages * static_cast<double>(length));
    }
    return {most, most};
}

MessageRoom room_for_groups(const Options& options, const GroupExchange& exchange, int ranks) {
    MessageRoom room;
    for (const std::int64_t length : options.lengths) {
        const auto messages = static_cast<double>(exchange.incoming_messages(ranks, length));
        room.outgoing_bytes = std::max(room.outgoing_bytes, static_cast<double>(length));
        room.incoming_bytes = std::max(room.incoming_bytes, messages * static_cast<double>(length));
    }
    return room;
}

MemoryNeed memory_need(const Options& options, int ranks, bool group_step, const MessageRoom& room) {
    MemoryNeed need;
    need.buffers = noise_bytes(options);
    if (options.memory.sent_from == MemoryKind::host) need.buffers += room.outgoing_bytes;
    if (options.memory.received_into == MemoryKind::host) need.buffers += room.incoming_bytes;
    constexpr double bytes_per_sample = sizeof(Interval) + 2 * sizeof(Nanoseconds);
    const auto most = static_cast<double>(std::max(options.sampling.most, options.sampling.warm_up));
    need.samples = most * bytes_per_sample * (group_step ? ranks : 1);
    constexpr double bytes_per_peer = 2 * sizeof(CellStatistics) + sizeof(RankLocation) + 160;
    need.cells = ranks * bytes_per_peer;
    return need;
}

void check_memory(const Options& options, const MemoryNeed& need, const PerRank<RankLocation>& locations) {
    on_every_rank([&] {
        const auto allowed =
            static_cast<double>(options.max_memory.value_or(free_memory_for_rank(locations)));
        if (allowed < 0 || need.total() <= allowed) return;
        throw UsageError(fmt::format(
            "{}: a rank would need {} (messages {}, samples {}) and may use {}: shorten the longest message, "
            "use fewer samples (-n, --warm-up) or ranks, or allow more (--max-memory)",
            option_to_blame(options, need), format_bytes(need.total()), format_bytes(need.buffers),
            format_bytes(need.samples), format_bytes(allowed)));
    });
}

}  // namespace fabricmap::network_test
