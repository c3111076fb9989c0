// SPDX-License-Identifier: Apache-2.0
#include "placement/problem/problem.hpp"

#include "base/mixing.hpp"

#include <span>

namespace fabricmap::placement {

double cost_of(const Problem& problem, const Mapping& mapping) {
    double sum = 0;
    const std::ptrdiff_t channels = problem.channels;
    for (const RankIndex rank : problem.all_ranks()) {
        const float* const row = problem.row(mapping.host_of[rank]);
        double of_rank = 0;
        for (const std::ptrdiff_t link : problem.links_of(rank)) {
            const RankIndex other = problem.others[link];
            if (other < rank) continue;
            const PlaceIndex to = mapping.host_of[other];
            for (std::ptrdiff_t channel = 0; channel < channels; ++channel)
                of_rank += problem.weights[link * channels + channel] * row[to * channels + channel];
        }
        sum += of_rank;
    }
    return sum;
}

Mapping by_slot(const Problem& problem) {
    Mapping mapping;
    for (const PlaceIndex host : problem.all_hosts()) {
        for (int slot = 0; slot < problem.capacity[host]; ++slot) mapping.host_of.push_back(host);
    }
    return mapping;
}

Mapping by_node(const Problem& problem) {
    Mapping mapping;
    for (int turn = 0; std::ssize(mapping.host_of) < problem.items; ++turn) {
        for (const PlaceIndex host : problem.all_hosts()) {
            if (problem.capacity[host] > turn) mapping.host_of.push_back(host);
        }
    }
    return mapping;
}

Mapping drawn_mapping(const Problem& problem, std::uint64_t seed) {
    Mapping mapping = by_slot(problem);
    std::uint64_t state = mix(seed, 0x64726177U);
    shuffle(std::span(mapping.host_of), state);
    return mapping;
}

Mapping completed(const Problem& problem, PerRank<PlaceIndex> host_of_rank) {
    PerPlace<int> room = problem.capacity;
    std::vector<RankIndex> homeless;
    for (const RankIndex rank : host_of_rank.indices()) {
        const PlaceIndex host = host_of_rank[rank];
        if (host != nowhere && room[host] > 0) {
            --room[host];
        } else {
            homeless.push_back(rank);
        }
    }
    Mapping mapping{std::move(host_of_rank)};
    auto next = problem.all_hosts().begin();
    const auto take_room = [&] {
        while (room[*next] == 0) ++next;
        --room[*next];
        return *next;
    };
    for (const RankIndex rank : homeless) mapping.host_of[rank] = take_room();
    while (std::ssize(mapping.host_of) < problem.items) mapping.host_of.push_back(take_room());
    return mapping;
}

}  // namespace fabricmap::placement
