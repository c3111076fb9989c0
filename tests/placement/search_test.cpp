// SPDX-License-Identifier: Apache-2.0
#include "placement/search/search.hpp"

#include "base/mixing.hpp"
#include "placement/problem/weighing.hpp"
#include "placement/search/bound.hpp"
#include "placement/search/change.hpp"
#include "statistics/random.hpp"
#include "tests/repetitions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace fabricmap::placement {
namespace {

constexpr int size = 8;

/// Messages and delays of all pairs, neither of them symmetric.
struct DrawnInstance {
    std::array<std::array<double, size>, size> messages{};
    std::array<std::array<double, size>, size> delays{};
};

DrawnInstance draw_instance(std::uint64_t seed) {
    DrawnInstance one;
    std::uint64_t state = mix(seed);
    const auto draw = [&](double below) {
        state = mix(state);
        return below * uniform(state);
    };
    for (std::size_t from = 0; from < size; ++from) {
        for (std::size_t to = 0; to < size; ++to) {
            if (from == to) continue;
            // Some pairs send nothing.
            one.messages[from][to] = draw(1) < 0.3 ? 0 : std::floor(draw(100)) + 1;
            one.delays[from][to] = std::floor(draw(1000)) + 1;
        }
    }
    return one;
}

Problem problem_of_drawn(const DrawnInstance& one) {
    Pattern pattern;
    pattern.ranks = size;
    Weighing weighing;
    weighing.lengths = {0};
    HostMatrix plane(size, size);
    for (int from = 0; from < size; ++from) {
        for (int to = 0; to < size; ++to) {
            const auto f = static_cast<std::size_t>(from);
            const auto t = static_cast<std::size_t>(to);
            plane(from, to) = static_cast<float>(one.delays[f][t]);
            pattern.flows.push_back({RankIndex{from}, RankIndex{to}, 0, one.messages[f][t]});
        }
    }
    tidy(pattern);
    weighing.planes = {plane};
    return problem_of(pattern, weighing, PerPlace<int>(size, 1));
}

using Order = std::array<std::size_t, size>;

/// What the rank's messages to and from the ranks before it cost.
double added_cost(const DrawnInstance& one, const Order& host_of, std::size_t rank) {
    double sum = 0;
    for (std::size_t before = 0; before < rank; ++before) {
        sum += one.messages[rank][before] * one.delays[host_of[rank]][host_of[before]] +
               one.messages[before][rank] * one.delays[host_of[before]][host_of[rank]];
    }
    return sum;
}

/// Puts the ranks from `rank` on to the hosts left in all orders. No cost is negative, so an order that costs
/// as much as the best with some of its ranks is not completed.
void try_all(const DrawnInstance& one, Order& host_of, std::size_t rank, double cost, double& least) {
    if (rank == size) {
        least = cost;
        return;
    }
    for (std::size_t next = rank; next < size; ++next) {
        std::swap(host_of[rank], host_of[next]);
        const double with_rank = cost + added_cost(one, host_of, rank);
        if (with_rank < least) try_all(one, host_of, rank + 1, with_rank, least);
        std::swap(host_of[rank], host_of[next]);
    }
}

/// Of all 40320 permutations.
double true_optimum(const DrawnInstance& one) {
    Order host_of{};
    std::iota(host_of.begin(), host_of.end(), std::size_t{0});
    double least = std::numeric_limits<double>::infinity();
    try_all(one, host_of, 0, 0, least);
    return least;
}

Surroundings nothing_known() {
    Surroundings around;
    around.order = IndexRange<PlaceIndex>(size).list();
    return around;
}

TEST(Search, FindsTheOptimumOfAllPermutationsAndNoBoundAboveIt) {
    const int instances = fabricmap::testing::repetitions(50, 200);
    int reached_without_all = 0;
    for (int seed = 1; seed <= instances; ++seed) {
        const DrawnInstance one = draw_instance(static_cast<std::uint64_t>(seed));
        const double optimum = true_optimum(one);
        const Problem problem = problem_of_drawn(one);
        const Found found = search(problem, nothing_known(), std::nullopt, {}, [] {});
        EXPECT_NEAR(found.cost, optimum, 1e-6 * optimum) << seed;
        EXPECT_TRUE(found.is_optimal);
        EXPECT_LE(lower_bound_of(problem), optimum) << seed;
        const Found heuristic =
            search(problem, nothing_known(), std::nullopt, {Effort::normal, 1, false}, [] {});
        EXPECT_GE(heuristic.cost, optimum * (1 - 1e-6)) << seed;
        if (heuristic.cost <= optimum * (1 + 1e-6)) ++reached_without_all;
    }
    EXPECT_GE(reached_without_all, instances * 98 / 100);
}

TEST(Search, CountsAChangeAsTheWholeSumDoes) {
    const Problem problem = problem_of_drawn(draw_instance(5));
    Mapping mapping = drawn_mapping(problem, 3);
    with_swap_change(problem, mapping, [&](const auto& change) {
        for (const RankIndex one : IndexRange<RankIndex>(size)) {
            for (const RankIndex other : IndexRange<RankIndex>(size)) {
                const double before = cost_of(problem, mapping);
                const double said = change.of(one, other);
                change.swap(one, other);
                EXPECT_NEAR(cost_of(problem, mapping) - before, said, 1e-5 * before);
            }
        }
    });
}

TEST(Search, LeavesEveryHostWithinItsSlots) {
    Pattern pattern;
    pattern.ranks = 5;
    for (const RankIndex rank : IndexRange<RankIndex>(4))
        pattern.flows.push_back({rank, RankIndex{rank + 1}, 0, 1});
    Weighing weighing;
    weighing.lengths = {0};
    weighing.planes = {HostMatrix::Constant(3, 3, 2.0F)};
    weighing.planes.front().matrix().diagonal().setOnes();
    const Problem problem = problem_of(pattern, weighing, {1, 4, 2});
    Surroundings around;
    around.order = problem.all_hosts().list();
    around.distances = weighing.planes.front();
    for (const bool tries_all : {true, false}) {
        const Found found = search(problem, around, std::nullopt, {Effort::normal, 1, tries_all}, [] {});
        PerPlace<int> on_host(3);
        ASSERT_EQ(std::ssize(found.mapping.host_of), 7);
        for (const PlaceIndex host : found.mapping.host_of) ++on_host[host];
        EXPECT_EQ(on_host, (PerPlace<int>{1, 4, 2}));
        // A chain of five over hosts of 4 and 1 or 2: one message leaves a host.
        EXPECT_DOUBLE_EQ(found.cost, 5);
    }
}

TEST(Search, FindsTheSameWithTheSameSeed) {
    const Problem problem = problem_of_drawn(draw_instance(9));
    const SearchPlan plan{Effort::normal, 4, false};
    EXPECT_EQ(search(problem, nothing_known(), std::nullopt, plan, [] {}).mapping.host_of,
              search(problem, nothing_known(), std::nullopt, plan, [] {}).mapping.host_of);
}

/// The pattern of grey of 13 dots in 8 × 8 (Taillard, Location Science 3, 1995), made by its formula; QAPLIB
/// gives 1855928 as the best known.
TEST(Search, FindsTheBestKnownOfAPublishedInstance) {
    constexpr int edge = 8;
    Pattern pattern;
    pattern.ranks = edge * edge;
    for (int from = 0; from < 13; ++from) {
        for (int to = 0; to < 13; ++to) pattern.flows.push_back({RankIndex{from}, RankIndex{to}, 0, 1});
    }
    tidy(pattern);
    Weighing weighing;
    weighing.lengths = {0};
    HostMatrix plane = HostMatrix::Zero(edge * edge, edge * edge);
    for (int from = 0; from < edge * edge; ++from) {
        for (int to = 0; to < edge * edge; ++to) {
            const auto shorter = [](int distance) {
                return std::min(std::abs(distance), edge - std::abs(distance));
            };
            const int rows = shorter(from / edge - to / edge);
            const int columns = shorter(from % edge - to % edge);
            if (from != to)
                plane(from, to) =
                    static_cast<float>(std::round(100000.0 / (rows * rows + columns * columns)));
        }
    }
    weighing.planes = {plane};
    const Problem problem = problem_of(pattern, weighing, PerPlace<int>(edge * edge, 1));
    Surroundings around;
    around.order = problem.all_hosts().list();
    const Found found = search(problem, around, std::nullopt, {}, [] {});
    EXPECT_DOUBLE_EQ(found.cost, 1855928);
}

}  // namespace
}  // namespace fabricmap::placement
