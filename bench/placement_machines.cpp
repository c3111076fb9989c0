// SPDX-License-Identifier: Apache-2.0
#include "bench/placement_machines.hpp"

#include "base/mixing.hpp"
#include "netcdf_schema/open_run.hpp"
#include "statistics/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace fabricmap::bench {

using namespace placement;

HostDelays delays_of(const std::string& scenario) {
    return host_delays_of(open_run(fmt::format("synthetic:{}", scenario)), [] {});
}

Slots shuffled_slots(const HostDelays& delays, int slots_per_host, std::uint64_t seed) {
    Slots slots;
    slots.hosts = PerPlace<HostIndex>(delays.hosts.indices().list());
    std::uint64_t state = mix(seed, 77);
    shuffle(std::span(slots.hosts), state);
    slots.capacity.assign(slots.hosts.size(), slots_per_host);
    return slots;
}

PlacedCase case_of(const HostDelays& delays, Slots slots, const Pattern& pattern) {
    const Weighing weighing = weigh_delays(pattern, delays, slots.hosts);
    PlacedCase made;
    made.problem = problem_of(pattern, weighing, slots.capacity);
    made.surroundings = surroundings_of(delays, slots, weighing.planes.front());
    made.slots = std::move(slots);
    return made;
}

Pattern geometric_pattern(int ranks, int partners, std::uint64_t seed) {
    PerRank<std::pair<double, double>> points;
    std::uint64_t state = seed;
    const auto draw = [&] {
        state = mix(state);
        return uniform(state);
    };
    for (int rank = 0; rank < ranks; ++rank) {
        const double x = draw();
        points.emplace_back(x, draw());
    }
    Pattern pattern;
    pattern.name = "geometric";
    pattern.ranks = ranks;
    for (const RankIndex rank : points.indices()) {
        std::vector<std::pair<double, RankIndex>> near;
        for (const RankIndex other : points.indices()) {
            const double dx = points[rank].first - points[other].first;
            const double dy = points[rank].second - points[other].second;
            if (other != rank) near.emplace_back(dx * dx + dy * dy, other);
        }
        std::partial_sort(near.begin(), near.begin() + partners, near.end());
        for (int number = 0; number < partners; ++number) {
            const RankIndex other = near[static_cast<std::size_t>(number)].second;
            pattern.flows.push_back({rank, other, 8, 1});
            pattern.flows.push_back({other, rank, 8, 1});
        }
    }
    tidy(pattern);
    return pattern;
}

}  // namespace fabricmap::bench
