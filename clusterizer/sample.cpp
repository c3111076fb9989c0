// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/sample.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::clusterizer {
namespace {

// Enough that a class of one pair in a thousand is seen two dozen times.
constexpr std::int64_t wanted_sample_pairs = 24576;
constexpr std::int64_t min_senders = 24;

std::int64_t senders_for(std::int64_t ranks, std::size_t planes, std::size_t max_bytes) {
    const std::size_t bytes =
        Tile::bytes_per_sender(ranks, planes) + static_cast<std::size_t>(ranks) * planes * sizeof(float);
    const std::int64_t wanted = std::max(min_senders, (wanted_sample_pairs + ranks - 1) / ranks);
    const auto possible = static_cast<std::int64_t>(max_bytes / bytes);
    return std::clamp<std::int64_t>(std::min(wanted, possible), 1, ranks);
}

Logarithms logarithms_of(const Tile& tile, Workers& workers) {
    Logarithms logarithms(static_cast<Eigen::Index>(tile.pairs()), static_cast<Eigen::Index>(tile.planes()));
    workers.split(tile.pairs(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
            const auto values = tile.pair(p);
            float* const row = logarithms.row(static_cast<Eigen::Index>(p)).data();
            for (std::size_t k = 0; k < values.size(); ++k) {
                row[k] = values[k] > 0 ? std::log(static_cast<float>(values[k]))
                                       : std::numeric_limits<float>::quiet_NaN();
            }
        }
    });
    return logarithms;
}

}  // namespace

std::vector<std::int64_t> spread_senders(std::int64_t ranks, std::int64_t count) {
    std::vector<std::int64_t> senders;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t begin = ranks * i / count;
        const std::int64_t end = ranks * (i + 1) / count;
        const auto within = mix(static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(end - begin);
        senders.push_back(begin + static_cast<std::int64_t>(within));
    }
    return senders;
}

Sample draw_sample(const DelayStack& stack, std::size_t max_bytes, Workers& workers) {
    const std::int64_t ranks = stack.rank_count();
    const std::size_t planes = stack.message_lengths().size();
    const std::int64_t senders = senders_for(ranks, planes, max_bytes);
    Sample sample{Tile(ranks, planes, senders), {}, senders};
    for (const std::int64_t sender : spread_senders(ranks, senders))
        sample.tile.append(stack, sender, 1, workers);
    sample.logarithms = logarithms_of(sample.tile, workers);
    return sample;
}

}  // namespace fabricmap::clusterizer
