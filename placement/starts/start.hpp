// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/machine/slots.hpp"
#include "placement/patterns/pattern.hpp"
#include "placement/problem/problem.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fabricmap::placement {

/// What is known of the hosts of a problem, beside their costs.
struct Surroundings {
    PlaceLevels levels;
    std::vector<int> dimensions;             ///< of a torus or mesh; else empty
    PerPlace<std::vector<int>> coordinates;  ///< there
    PlaceList order;                         ///< near ones side by side
    HostMatrix distances;                    ///< delays of the messages' mean
};

/// The grid that ranks form.
struct RankGrid {
    std::vector<int> dimensions;
    PerRank<std::vector<int>> coordinates;
};

/// What a start is made of.
struct StartCase {
    const Problem& problem;
    const Surroundings& surroundings;
    const std::optional<RankGrid>& grid;
    std::uint64_t seed = 1;
};

/// A way to a first mapping. To add one: a file and a line in table.cpp.
struct Start {
    std::string_view name;
    /// The best that it finds; nothing where it does not apply.
    std::optional<Mapping> (*find)(const StartCase& subject);
};

[[nodiscard]] std::span<const Start> all_starts();

[[nodiscard]] std::optional<Mapping> start_by_slot(const StartCase& subject);
[[nodiscard]] std::optional<Mapping> start_by_node(const StartCase& subject);
/// Grows from the rank with the most messages: next comes the one with the most messages to those placed, on
/// the host where that costs least.
[[nodiscard]] std::optional<Mapping> grow_greedily(const StartCase& subject);
/// A grid cut into blocks that fit the ranks of a host, the hosts of a leaf, ...: all ways to cut it.
[[nodiscard]] std::optional<Mapping> cut_into_tiles(const StartCase& subject);
/// A grid on a grid: blocks of ranks on hosts, axis by axis, in all orders of the axes that fit.
[[nodiscard]] std::optional<Mapping> align_grids(const StartCase& subject);
/// Scotch (Pellegrini and Roman, HPCN 1996) on the tree or torus that was found, else on a tree of halves.
/// Nothing where the toolkit was built without it.
[[nodiscard]] std::optional<Mapping> map_by_scotch(const StartCase& subject);

/// Whether this build has Scotch.
[[nodiscard]] bool has_scotch() noexcept;

/// The grid that the pattern names or, where it names none, the one that its arcs form.
[[nodiscard]] std::optional<RankGrid> rank_grid_of(const Pattern& pattern);

/// All ways to write a number as a product of so many factors, in order.
[[nodiscard]] std::vector<std::vector<int>> factorisations(int number, std::size_t factors);

}  // namespace fabricmap::placement
