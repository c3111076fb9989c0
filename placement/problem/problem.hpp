// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::placement {

/// Where each item sits: host_of[i] is an index of the problem's hosts. Items from the problem's ranks on are
/// free slots: ranks without messages.
struct Mapping {
    std::vector<int> host_of;
};

/// Sum over pairs of ranks of weights × what their hosts cost: a quadratic assignment problem over hosts.
///
/// Costs lie between hosts, several channels side by side (a length, and where delays or messages are not
/// symmetric a direction, each): hosts² × channels floats, which stay in the cache where a matrix of slots
/// would not.
struct Problem {
    int hosts = 0;
    int ranks = 0;              ///< those with messages, numbered first
    int items = 0;              ///< with free slots
    std::vector<int> capacity;  ///< of each host; their sum is `items`
    std::size_t channels = 1;
    std::vector<float> costs;  ///< (from · hosts + to) · channels + channel

    // The partners of rank r are others[first[r]] … others[first[r + 1] - 1], each with a weight a channel.
    std::vector<std::size_t> first;
    std::vector<int> others;
    std::vector<float> weights;

    [[nodiscard]] const float* row(int host) const {
        return &costs[static_cast<std::size_t>(host) * static_cast<std::size_t>(hosts) * channels];
    }
    [[nodiscard]] std::size_t degree(int rank) const {
        return first[static_cast<std::size_t>(rank) + 1] - first[static_cast<std::size_t>(rank)];
    }
};

/// The whole sum.
[[nodiscard]] double cost_of(const Problem& problem, const Mapping& mapping);

/// The mapping that fills host after host.
[[nodiscard]] Mapping by_slot(const Problem& problem);

/// The mapping that gives each host a rank in turn.
[[nodiscard]] Mapping by_node(const Problem& problem);

/// Drawn by chance.
[[nodiscard]] Mapping drawn_mapping(const Problem& problem, std::uint64_t seed);

/// Completes a mapping of the ranks alone: free slots follow. Ranks above a host's capacity go to hosts with
/// room, in their order.
[[nodiscard]] Mapping completed(const Problem& problem, std::vector<int> host_of_rank);

}  // namespace fabricmap::placement
