// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

/// Hosts or ranks, whichever are looked at.
enum UnitIndex : std::int32_t {};
template <typename Value>
using PerUnit = Indexed<UnitIndex, Value>;

/// Values of all ordered pairs of some units, which are hosts or the ranks of one host.
struct UnitPairs {
    List<UnitIndex> units;  ///< the unit of each row, which is that of the column as well
    Eigen::ArrayXXf logs;   ///< logarithms of delays, sender × receiver; NaN where there is none
};

/// What all that a unit sends, or receives, has too much: logarithms, 0 where it is well.
struct UnitShifts {
    PerUnit<float> sending;
    PerUnit<float> receiving;
};

/// Units whose pairs are all off, found by the quantiles of their values among those of the others; that
/// needs no levels, but units that have about as many near and far ones as each other.
[[nodiscard]] UnitShifts find_shifts(const std::vector<UnitPairs>& blocks, int unit_count);

/// The pairs without what their units have too much. Two that have it for one reason, as below a switch that
/// is slow itself, have it once: no pair becomes nearer than the nearest pairs are.
[[nodiscard]] UnitPairs without_shifts(UnitPairs pairs, const UnitShifts& shifts);

/// More are no levels but noise.
inline constexpr int max_levels = 120;

/// A level, and the values that are surely at it; logarithms of delays.
struct LevelRange {
    float lowest = 0;
    float centre = 0;
    float highest = 0;
};

/// How near two units are to each other.
struct Levels {
    using Numbers = Eigen::Array<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic>;

    std::vector<LevelRange> ranges;  ///< of each level, ascending; one at least
    std::vector<Numbers> numbers;  ///< of each pair the level with the nearest centre, for each of the blocks
    UnitShifts shifts;             ///< what was taken off before
    std::vector<UnitPairs> blocks;  ///< without it
};

/// The level whose centre is nearest to a value; 0 of what is not finite.
[[nodiscard]] std::uint8_t nearest_level(const std::vector<LevelRange>& ranges, float value);

/// The levels that a healthy machine has: modes of the density of values in which most units have
/// about as many pairs. What a few units alone have is a fault, and counts to the nearest level.
[[nodiscard]] Levels find_levels(std::vector<UnitPairs> blocks, int unit_count);

}  // namespace fabricmap::diagnosis
