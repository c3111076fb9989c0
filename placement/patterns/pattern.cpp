// SPDX-License-Identifier: Apache-2.0
#include "placement/patterns/pattern.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricmap::placement {
namespace {

constexpr std::int64_t max_ranks = 1 << 20;

bool is_same_arc(const Flow& one, const Flow& other) {
    return one.sender == other.sender && one.receiver == other.receiver &&
           one.length_bytes == other.length_bytes;
}

}  // namespace

double Pattern::messages() const noexcept {
    return std::accumulate(flows.begin(), flows.end(), 0.0,
                           [](double sum, const Flow& flow) { return sum + flow.messages; });
}

double Pattern::bytes() const noexcept {
    return std::accumulate(flows.begin(), flows.end(), 0.0, [](double sum, const Flow& flow) {
        return sum + flow.messages * flow.length_bytes;
    });
}

void tidy(Pattern& pattern) {
    std::vector<Flow>& flows = pattern.flows;
    std::erase_if(flows, [](const Flow& flow) { return flow.sender == flow.receiver || flow.messages <= 0; });
    std::sort(flows.begin(), flows.end(), [](const Flow& one, const Flow& other) {
        if (one.sender != other.sender) return one.sender < other.sender;
        if (one.receiver != other.receiver) return one.receiver < other.receiver;
        return one.length_bytes < other.length_bytes;
    });
    std::size_t kept = 0;
    for (std::size_t next = 0; next < flows.size(); ++next) {
        if (kept > 0 && is_same_arc(flows[kept - 1], flows[next])) {
            flows[kept - 1].messages += flows[next].messages;
        } else {
            flows[kept++] = flows[next];
        }
    }
    flows.resize(kept);
}

void cut_into_messages(Pattern& pattern, double length_bytes) {
    if (!pattern.lengths_are_unknown) return;
    for (Flow& flow : pattern.flows) {
        const double bytes = flow.messages * flow.length_bytes;
        flow.messages = std::max(1.0, bytes / length_bytes);
        flow.length_bytes = bytes / flow.messages;
    }
    pattern.lengths_are_unknown = false;
    pattern.notes.push_back(
        fmt::format("{} has bytes and no messages: they count as messages of {} bytes at most (--length).",
                    pattern.name, length_bytes));
}

void require_possible_ranks(std::int64_t ranks, const std::string& name) {
    if (ranks >= 2 && ranks <= max_ranks) return;
    throw UsageError(
        fmt::format("--pattern {}: it has {} ranks; give one of 2 to {}", name, ranks, max_ranks));
}

}  // namespace fabricmap::placement
