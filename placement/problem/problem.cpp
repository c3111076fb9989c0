// SPDX-License-Identifier: Apache-2.0
#include "placement/problem/problem.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <span>

namespace fabricmap::placement {

double cost_of(const Problem& problem, const Mapping& mapping) {
    double sum = 0;
    const std::size_t channels = problem.channels;
    for (int rank = 0; rank < problem.ranks; ++rank) {
        const auto r = static_cast<std::size_t>(rank);
        const float* const row = problem.row(mapping.host_of[r]);
        double of_rank = 0;
        for (std::size_t link = problem.first[r]; link < problem.first[r + 1]; ++link) {
            const int other = problem.others[link];
            if (other < rank) continue;
            const auto to = static_cast<std::size_t>(mapping.host_of[static_cast<std::size_t>(other)]);
            for (std::size_t channel = 0; channel < channels; ++channel)
                of_rank += problem.weights[link * channels + channel] * row[to * channels + channel];
        }
        sum += of_rank;
    }
    return sum;
}

Mapping by_slot(const Problem& problem) {
    Mapping mapping;
    for (int host = 0; host < problem.hosts; ++host) {
        mapping.host_of.insert(mapping.host_of.end(),
                               static_cast<std::size_t>(problem.capacity[static_cast<std::size_t>(host)]),
                               host);
    }
    return mapping;
}

Mapping by_node(const Problem& problem) {
    Mapping mapping;
    for (int turn = 0; std::ssize(mapping.host_of) < problem.items; ++turn) {
        for (int host = 0; host < problem.hosts; ++host) {
            if (problem.capacity[static_cast<std::size_t>(host)] > turn) mapping.host_of.push_back(host);
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

Mapping completed(const Problem& problem, std::vector<int> host_of_rank) {
    std::vector<int> room = problem.capacity;
    std::vector<std::size_t> homeless;
    for (std::size_t rank = 0; rank < host_of_rank.size(); ++rank) {
        const int host = host_of_rank[rank];
        if (host >= 0 && room[static_cast<std::size_t>(host)] > 0) {
            --room[static_cast<std::size_t>(host)];
        } else {
            homeless.push_back(rank);
        }
    }
    Mapping mapping{std::move(host_of_rank)};
    int next = 0;
    const auto take_room = [&] {
        while (room[static_cast<std::size_t>(next)] == 0) ++next;
        --room[static_cast<std::size_t>(next)];
        return next;
    };
    for (const std::size_t rank : homeless) mapping.host_of[rank] = take_room();
    while (std::ssize(mapping.host_of) < problem.items) mapping.host_of.push_back(take_room());
    return mapping;
}

}  // namespace fabricmap::placement
