// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/problem/problem.hpp"
#include "placement/starts/start.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// How much is tried; counts trials and not seconds, so that the result is the same everywhere.
enum class Effort : std::uint8_t { quick, normal, thorough };

struct SearchPlan {
    Effort effort = Effort::normal;
    std::uint64_t seed = 1;
    bool tries_all = true;  ///< all mappings of up to max_ranks_of_all ranks
};

/// A first mapping and what it cost, before any swap.
struct StartCost {
    std::string name;
    double cost = 0;
};

struct Found {
    Mapping mapping;
    double cost = 0;
    std::string by;  ///< "tiles, swaps"; "all placements"
    std::vector<StartCost> starts;
    bool is_optimal = false;  ///< all were tried
};

/// The best mapping of all starts, improved. `step` is called once a step, steps_of_search in all.
[[nodiscard]] Found search(const Problem& problem, const Surroundings& surroundings,
                           const std::optional<RankGrid>& grid, const SearchPlan& plan,
                           const std::function<void()>& step);
inline constexpr std::size_t steps_of_search = 4;

}  // namespace fabricmap::placement
