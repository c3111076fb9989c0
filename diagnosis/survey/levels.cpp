// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/levels.hpp"

#include "base/mixing.hpp"
#include "statistics/modes.hpp"
#include "statistics/ordering.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr int quantiles = 33;
constexpr int min_units = 4;
constexpr int min_peers = 3;
constexpr float min_shift = 0.03F;
constexpr float shift_deviations = 6;
constexpr float consistent_fraction = 0.25F;
constexpr float nearest_levels = 0.02F;

using Profile = std::vector<float>;

/// The quantiles of the numbers among some values; empty where they are too few.
template <typename Values>
Profile profile_of(const Values& values) {
    std::vector<float> numbers;
    for (const float value : values) {
        if (std::isfinite(value)) numbers.push_back(value);
    }
    if (numbers.size() < min_peers) return {};
    sort_numbers(numbers);
    Profile profile(quantiles);
    for (int q = 0; q < quantiles; ++q) {
        const std::size_t place = (numbers.size() - 1) * static_cast<std::size_t>(q) / (quantiles - 1);
        profile[static_cast<std::size_t>(q)] = numbers[place];
    }
    return profile;
}

/// By how much a unit's quantiles are off. Where its nearest pairs are not, as those below a slow switch, the
/// unit itself is well, and only what all have in common is its own. Its far pairs may be off for others'
/// sake.
float common_difference(const std::vector<float>& differences) {
    const std::vector<float> near(differences.begin(), differences.begin() + quantiles / 2);
    const float middle = median_of_numbers(near);
    const auto [smallest, largest] = std::minmax_element(near.begin(), near.end());
    const float tolerance = std::max(min_shift, consistent_fraction * std::abs(middle));
    if (*largest - middle <= tolerance && middle - *smallest <= tolerance) return middle;
    return std::max(*smallest, 0.0F) + std::min(*largest, 0.0F);
}

/// How far each unit's whole profile lies above the others', or below, where that is too far for chance; else
/// 0.
PerUnit<float> shifts_of(const PerUnit<Profile>& profiles) {
    Profile usual;
    for (std::size_t q = 0; q < quantiles; ++q) {
        std::vector<float> there;
        for (const Profile& profile : profiles) {
            if (!profile.empty()) there.push_back(profile[q]);
        }
        usual.push_back(median_of_numbers(there));
    }
    PerUnit<float> shifts(profiles.size(), 0);
    for (const UnitIndex unit : profiles.indices()) {
        std::vector<float> differences;
        for (std::size_t q = 0; q < profiles[unit].size(); ++q) {
            differences.push_back(profiles[unit][q] - usual[q]);
        }
        if (!differences.empty()) shifts[unit] = common_difference(differences);
    }
    const float limit = std::max(min_shift, shift_deviations * bulk_of(shifts).deviation);
    for (float& shift : shifts) shift = std::abs(shift) > limit ? shift : 0;
    return shifts;
}

/// What the nearest pair of most units that are well takes.
float nearest_of_most(const UnitPairs& pairs, const UnitShifts& shifts) {
    std::vector<float> nearest;
    for (Eigen::Index row = 0; row < pairs.logs.rows(); ++row) {
        const UnitIndex unit = pairs.units[row];
        if (shifts.sending[unit] > 0 || shifts.receiving[unit] > 0) continue;
        float smallest = std::numeric_limits<float>::infinity();
        for (const float value : pairs.logs.row(row)) {
            if (value < smallest) smallest = value;
        }
        nearest.push_back(smallest);
    }
    return median_of_numbers(nearest);
}

/// Of so many pairs one is looked at: of very many some show the density as well.
std::uint64_t pairs_to_one(const std::vector<UnitPairs>& blocks) {
    constexpr std::uint64_t enough = std::uint64_t{1} << 24;
    std::uint64_t pairs = 0;
    for (const UnitPairs& block : blocks) pairs += static_cast<std::uint64_t>(block.logs.size());
    return 1 + pairs / enough;
}

/// How far values of one level stray: that of the two directions of a pair from each other.
float straying(const std::vector<UnitPairs>& blocks) {
    const std::uint64_t pairs = pairs_to_one(blocks);
    std::uint64_t turn = 0;
    std::vector<float> differences;
    for (const UnitPairs& block : blocks) {
        for (Eigen::Index one = 0; one < block.logs.rows(); ++one) {
            for (Eigen::Index other = 0; other < one; ++other) {
                if (is_drawn(turn++, pairs))
                    differences.push_back(block.logs(one, other) - block.logs(other, one));
            }
        }
    }
    const float deviation = bulk_of(differences).deviation / std::sqrt(2.0F);
    return std::max(min_deviation, deviation);
}

std::vector<double> ascending_values(const std::vector<UnitPairs>& blocks) {
    const std::uint64_t pairs = pairs_to_one(blocks);
    std::uint64_t turn = 0;
    std::vector<float> values;
    for (const UnitPairs& block : blocks) {
        for (const float value : block.logs.reshaped()) {
            if (is_drawn(turn++, pairs) && std::isfinite(value)) values.push_back(value);
        }
    }
    sort_numbers(values);
    return {values.begin(), values.end()};
}

/// Whether most units have pairs between the two values, and about as many.
bool is_shared_by_most(const std::vector<UnitPairs>& blocks, std::size_t units, float lowest, float highest) {
    PerUnit<float> counts(units, 0);
    for (const UnitPairs& block : blocks) {
        for (Eigen::Index column = 0; column < block.logs.cols(); ++column) {
            for (Eigen::Index row = 0; row < block.logs.rows(); ++row) {
                const float value = block.logs(row, column);
                if (!(value >= lowest && value <= highest)) continue;
                ++counts[block.units[row]];
                ++counts[block.units[column]];
            }
        }
    }
    std::sort(counts.begin(), counts.end());
    const float usual = counts.at(counts.size() / 5);
    const float largest = counts.at(counts.size() * 9 / 10);
    return usual > 0 && 2 * usual >= largest;
}

/// A mode without what lies beyond a gap: values that are too few to be a mode of their own.
LevelRange range_of(std::span<const double> mode, float deviation) {
    constexpr double gap_deviations = 4;
    const auto is_gap = [&](double one, double next) { return next - one > gap_deviations * deviation; };
    const auto middle = mode.begin() + std::ssize(mode) / 2;
    const auto highest = std::adjacent_find(middle, mode.end(), is_gap);
    const auto lowest = std::adjacent_find(std::reverse_iterator(middle + 1), mode.rend(),
                                           [&](double one, double before) { return is_gap(before, one); });
    return {static_cast<float>(lowest == mode.rend() ? mode.front() : *lowest), static_cast<float>(*middle),
            static_cast<float>(highest == mode.end() ? mode.back() : *highest)};
}

std::vector<LevelRange> level_ranges(const std::vector<UnitPairs>& blocks, std::size_t units) {
    const std::vector<double> values = ascending_values(blocks);
    if (values.empty()) return {{}};
    const float deviation = straying(blocks);
    std::vector<LevelRange> ranges;
    if (units >= min_units) {
        const std::size_t smallest = std::max<std::size_t>(units / 4 / pairs_to_one(blocks), 3);
        for (const ModeRange& mode : find_modes(values, deviation, smallest)) {
            const auto lowest = static_cast<float>(values[mode.begin]);
            const auto highest = static_cast<float>(values[mode.end - 1]);
            if (!is_shared_by_most(blocks, units, lowest, highest)) continue;
            const LevelRange range =
                range_of(std::span(values).subspan(mode.begin, mode.end - mode.begin), deviation);
            if (ranges.empty() || range.centre - ranges.back().centre > nearest_levels) {
                ranges.push_back(range);
            } else {
                ranges.back().highest = range.highest;
            }
        }
    }
    if (ranges.empty() || ranges.size() > std::size_t{max_levels}) return {range_of(values, deviation)};
    return ranges;
}

}  // namespace

UnitPairs without_shifts(UnitPairs pairs, const UnitShifts& shifts) {
    const float nearest = nearest_of_most(pairs, shifts) - min_shift;
    for (Eigen::Index to = 0; to < pairs.logs.cols(); ++to) {
        const float receiving = shifts.receiving[pairs.units[to]];
        for (Eigen::Index from = 0; from < pairs.logs.rows(); ++from) {
            const float sending = shifts.sending[pairs.units[from]];
            float& value = pairs.logs(from, to);
            const bool would_be_too_near =
                sending > 0 && receiving > 0 && value - sending - receiving < nearest;
            value -= would_be_too_near ? std::max(sending, receiving) : sending + receiving;
        }
    }
    return pairs;
}

UnitShifts find_shifts(const std::vector<UnitPairs>& blocks, int unit_count) {
    PerUnit<Profile> sent(static_cast<std::size_t>(unit_count));
    PerUnit<Profile> received(sent.size());
    for (const UnitPairs& block : blocks) {
        for (Eigen::Index row = 0; row < block.logs.rows(); ++row) {
            sent[block.units[row]] = profile_of(Eigen::ArrayXf(block.logs.row(row).transpose()));
            received[block.units[row]] = profile_of(Eigen::ArrayXf(block.logs.col(row)));
        }
    }
    return {shifts_of(sent), shifts_of(received)};
}

std::uint8_t nearest_level(const std::vector<LevelRange>& ranges, float value) {
    if (!std::isfinite(value)) return 0;
    const auto above = std::ranges::lower_bound(ranges, value, {}, &LevelRange::centre);
    if (above == ranges.begin()) return 0;
    const auto number = static_cast<std::uint8_t>(above - ranges.begin());
    const bool is_lower = above == ranges.end() || value - (above - 1)->centre < above->centre - value;
    return is_lower ? static_cast<std::uint8_t>(number - 1) : number;
}

Levels find_levels(std::vector<UnitPairs> blocks, int unit_count) {
    Levels levels;
    levels.shifts = find_shifts(blocks, unit_count);
    for (UnitPairs& block : blocks) block = without_shifts(std::move(block), levels.shifts);
    levels.blocks = std::move(blocks);
    levels.ranges = level_ranges(levels.blocks, static_cast<std::size_t>(unit_count));
    for (const UnitPairs& block : levels.blocks) {
        levels.numbers.emplace_back(
            block.logs.unaryExpr([&](float value) { return nearest_level(levels.ranges, value); }));
    }
    return levels;
}

}  // namespace fabricmap::diagnosis
