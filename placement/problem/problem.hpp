// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "placement/machine/place_index.hpp"

#include <cstddef>
#include <cstdint>

namespace fabricmap::placement {

/// Where each item sits, among the problem's hosts. Items from the problem's ranks on are free slots: ranks
/// without messages.
struct Mapping {
    PerRank<PlaceIndex> host_of;
};

/// Places in a list, for loops.
struct LinkRange {
    struct Iterator {
        std::ptrdiff_t place;

        std::ptrdiff_t operator*() const noexcept { return place; }
        Iterator& operator++() noexcept {
            ++place;
            return *this;
        }
        friend bool operator==(Iterator, Iterator) = default;
    };

    std::ptrdiff_t first_place;
    std::ptrdiff_t end_place;

    [[nodiscard]] Iterator begin() const noexcept { return {first_place}; }
    [[nodiscard]] Iterator end() const noexcept { return {end_place}; }
};

/// Sum over pairs of ranks of weights × what their hosts cost: a quadratic assignment problem over hosts.
///
/// Costs lie between hosts, several channels side by side (a length, and where delays or messages are not
/// symmetric a direction, each): hosts² × channels floats, which stay in the cache where a matrix of slots
/// would not.
struct Problem {
    int hosts = 0;
    int ranks = 0;           ///< those with messages, numbered first
    int items = 0;           ///< with free slots
    PerPlace<int> capacity;  ///< of each host; their sum is `items`
    std::ptrdiff_t channels = 1;
    List<float> costs;  ///< (from · hosts + to) · channels + channel

    // The partners of rank r are others[first[r]] … others[first[r + 1] - 1], each with a weight a channel.
    List<std::ptrdiff_t> first;
    List<RankIndex> others;
    List<float> weights;

    [[nodiscard]] const float* row(PlaceIndex host) const { return &costs[channels * hosts * host]; }
    /// Of others[] and, times `channels`, of weights[].
    [[nodiscard]] LinkRange links_of(RankIndex rank) const { return {first[rank], first[rank + 1]}; }
    [[nodiscard]] IndexRange<PlaceIndex> all_hosts() const { return capacity.indices(); }
    [[nodiscard]] IndexRange<RankIndex> all_ranks() const { return IndexRange<RankIndex>(ranks); }
    [[nodiscard]] IndexRange<RankIndex> all_items() const { return IndexRange<RankIndex>(items); }
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
[[nodiscard]] Mapping completed(const Problem& problem, PerRank<PlaceIndex> host_of_rank);

}  // namespace fabricmap::placement
