// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/delay_modes.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr float min_bandwidth = 0.012F;  // modes nearer than about one percent are one
constexpr Eigen::Index min_blocks = 8;

/// Densities of values, smoothed by a normal kernel, on a grid.
struct Density {
    std::vector<double> heights;
    double lowest = 0;
    double step = 0;
};

/// From the least to the greatest of the values that are numbers.
struct Extent {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
};

template <typename Values>
Extent extent_of(const Values& values) {
    Extent extent;
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        extent.low = std::min(extent.low, value);
        extent.high = std::max(extent.high, value);
    }
    return extent;
}

/// The values are not copied: there may be one for each pair of very many hosts.
template <typename Values>
Density density_of(const Values& values, const Extent& extent, float bandwidth) {
    Density density;
    const double lowest = static_cast<double>(extent.low) - 3.0 * static_cast<double>(bandwidth);
    const double width = static_cast<double>(extent.high) + 3.0 * static_cast<double>(bandwidth) - lowest;
    const double wanted = static_cast<double>(extent.high - extent.low) / static_cast<double>(bandwidth) * 6;
    const auto count = static_cast<std::size_t>(std::clamp(wanted, 50.0, 4000.0));
    density.lowest = lowest;
    density.step = width / static_cast<double>(count);
    std::vector<double> counts(count);
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        const auto bin = static_cast<std::size_t>((static_cast<double>(value) - lowest) / density.step);
        counts[std::min(bin, count - 1)] += 1;
    }
    const auto reach = static_cast<std::ptrdiff_t>(3 * static_cast<double>(bandwidth) / density.step) + 1;
    density.heights.assign(count, 0);
    for (std::ptrdiff_t shift = -reach; shift <= reach; ++shift) {
        const double away =
            static_cast<double>(shift) * density.step / (0.8 * static_cast<double>(bandwidth));
        const double weight = std::exp(-away * away / 2);
        for (std::ptrdiff_t bin = std::max<std::ptrdiff_t>(0, -shift);
             bin < std::min(std::ssize(counts), std::ssize(counts) - shift); ++bin) {
            density.heights[static_cast<std::size_t>(bin)] +=
                weight * counts[static_cast<std::size_t>(bin + shift)];
        }
    }
    return density;
}

/// The valleys between the modes of those values that are numbers, ascending.
template <typename Values>
std::vector<float> valleys_of(const Values& values, float bandwidth) {
    const Extent extent = extent_of(values);
    if (!(extent.high - extent.low >= 4 * bandwidth)) return {};
    const Density density = density_of(values, extent, bandwidth);
    const std::vector<double>& heights = density.heights;
    const double highest = *std::max_element(heights.begin(), heights.end());
    std::vector<float> valleys;
    std::optional<std::size_t> last;
    for (std::size_t at = 1; at + 1 < heights.size(); ++at) {
        if (heights[at] < heights[at - 1] || heights[at] <= heights[at + 1] || heights[at] <= 0.004 * highest)
            continue;
        if (!last) {
            last = at;
            continue;
        }
        const auto valley = std::min_element(heights.begin() + static_cast<std::ptrdiff_t>(*last),
                                             heights.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        if (*valley < 0.5 * std::min(heights[*last], heights[at])) {
            const auto bin = static_cast<double>(valley - heights.begin());
            valleys.push_back(static_cast<float>(density.lowest + (bin + 0.5) * density.step));
            last = at;
        } else if (heights[at] > heights[*last]) {
            last = at;
        }
    }
    return valleys;
}

/// The number of valleys below a value; 0 of what is not finite.
int mode_of(float value, const std::vector<float>& valleys) {
    if (!std::isfinite(value)) return 0;
    return static_cast<int>(std::upper_bound(valleys.begin(), valleys.end(), value) - valleys.begin());
}

/// The value that all but an eighth of the parts have at most.
double of_all_but_an_eighth(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t left_out = std::max<std::size_t>(2, values.size() / 8);
    return values[values.size() - 1 - std::min(left_out, values.size() - 1)];
}

/// The blocks of one level of a structure: groups × groups.
class BlocksOfLevel {
  public:
    BlocksOfLevel(const HostMatrix& blocks, const HostMatrix& of_long, const PairNumbers& level_of_block,
                  int level)
        : blocks_(blocks), long_(of_long), level_of_block_(level_of_block), level_(level) {}

    [[nodiscard]] std::vector<float> values() const {
        std::vector<float> values;
        for_each([&](Eigen::Index one, Eigen::Index other) {
            if (std::isfinite(blocks_(one, other))) values.push_back(blocks_(one, other));
        });
        return values;
    }

    /// The mode of each block, -1 of other levels.
    [[nodiscard]] PairNumbers all_modes(const std::vector<float>& valleys) const {
        PairNumbers modes = PairNumbers::Constant(blocks_.rows(), blocks_.cols(), -1);
        for_each([&](Eigen::Index one, Eigen::Index other) {
            modes(one, other) = mode_of(blocks_(one, other), valleys);
        });
        return modes;
    }

    /// The same, where what few groups have is a fault.
    [[nodiscard]] PairNumbers modes(const std::vector<float>& valleys) const {
        PairNumbers modes = all_modes(valleys);
        take_slow_paths_for_others(modes, static_cast<int>(valleys.size()));
        for (int mode = 1; mode <= static_cast<int>(valleys.size()); ++mode) {
            if (is_of_few(modes, mode)) modes = (modes == mode).select(mode - 1, modes).eval();
        }
        return modes;
    }

    /// Whether most groups have a path to some and one back that are of different modes and clearly differ,
    /// the two groups left out that have most of them: one of those may be slow.
    [[nodiscard]] bool are_by_direction(const PairNumbers& modes) const {
        constexpr float clearly = 0.0487902F;  // ln 1.05
        PairNumbers differ = PairNumbers::Zero(modes.rows(), modes.cols());
        for_each([&](Eigen::Index one, Eigen::Index other) {
            differ(one, other) = modes(one, other) != modes(other, one) &&
                                 std::abs(blocks_(one, other) - blocks_(other, one)) > clearly;
        });
        take_off_largest(differ);
        take_off_largest(differ);
        return 2 * (differ.rowwise().sum() > 0).count() > differ.rows();
    }

  private:
    template <typename Act>
    void for_each(const Act& act) const {
        for (Eigen::Index one = 0; one < blocks_.rows(); ++one) {
            for (Eigen::Index other = 0; other < blocks_.cols(); ++other) {
                if (one != other && level_of_block_(one, other) == level_) act(one, other);
            }
        }
    }

    [[nodiscard]] static bool is_of_few(const PairNumbers& modes, int mode) {
        std::vector<double> fractions;
        for (Eigen::Index group = 0; group < modes.rows(); ++group) {
            const auto all = static_cast<double>((modes.row(group) >= 0).count());
            fractions.push_back(static_cast<double>((modes.row(group) == mode).count()) / std::max(1.0, all));
        }
        const double most = *std::max_element(fractions.begin(), fractions.end());
        const auto owners =
            std::count_if(fractions.begin(), fractions.end(), [](double part) { return part > 0; });
        return static_cast<double>(owners) < 0.5 * static_cast<double>(modes.rows()) ||
               (of_all_but_an_eighth(fractions) < 0.5 * most && most > 0.7);
    }

    /// What the middle block of the level takes for long messages, of blocks of some modes alone.
    [[nodiscard]] float middle_of_long(const PairNumbers& modes, const std::vector<bool>& chosen) const {
        std::vector<float> values;
        for_each([&](Eigen::Index one, Eigen::Index other) {
            if (chosen[static_cast<std::size_t>(modes(one, other))] && std::isfinite(long_(one, other)))
                values.push_back(long_(one, other));
        });
        return values.empty() ? no_value : median_of(values);
    }

    /// Without those of the group that is at the end of most.
    static void take_off_largest(PairNumbers& blocks) {
        Eigen::Index group = 0;
        (blocks.rowwise().sum() + blocks.colwise().sum().transpose()).maxCoeff(&group);
        blocks.row(group).setZero();
        blocks.col(group).setZero();
    }

    /// Whether all blocks of the mode have one of two groups at an end.
    [[nodiscard]] static bool meets_at_two_groups(const PairNumbers& modes, int mode) {
        PairNumbers left = (modes == mode).cast<int>();
        take_off_largest(left);
        take_off_largest(left);
        return (left == 0).all();
    }

    /// Modes that are slower for long messages as well, and meet at two groups, are those of a slow part: its
    /// blocks are of the mode that most others between their neighbours and the same group have.
    void take_slow_paths_for_others(PairNumbers& modes, int most) const {
        constexpr float min_slowdown = 0.0487902F;  // ln 1.05
        if (long_.size() == 0) return;
        std::vector<bool> all(static_cast<std::size_t>(most) + 1, true);
        const float middle = middle_of_long(modes, all);
        std::vector<bool> is_slow(all.size());
        for (int mode = 1; mode <= most; ++mode) {
            std::vector<bool> alone(all.size());
            alone[static_cast<std::size_t>(mode)] = true;
            is_slow[static_cast<std::size_t>(mode)] =
                middle_of_long(modes, alone) > middle + min_slowdown && meets_at_two_groups(modes, mode);
        }
        const PairNumbers before = modes;
        for_each([&](Eigen::Index one, Eigen::Index other) {
            if (is_slow[static_cast<std::size_t>(before(one, other))])
                modes(one, other) = typical_mode(before, is_slow, one, other);
        });
    }

    /// Whether it is of a lower level, and none of these is clearly nearer.
    [[nodiscard]] bool is_a_neighbour(Eigen::Index group, Eigen::Index one) const {
        constexpr float clearly = 0.05F;
        // Those of the lowest level have none below.
        const int most = std::max(level_ - 1, 1);
        if (group == one || level_of_block_(group, one) > most) return false;
        float nearest = blocks_(group, one);
        for (Eigen::Index other = 0; other < blocks_.rows(); ++other) {
            if (other != one && level_of_block_(other, one) <= most)
                nearest = std::min(nearest, blocks_(other, one));
        }
        return blocks_(group, one) <= nearest + clearly;
    }

    /// 0 where there is no other.
    [[nodiscard]] int typical_mode(const PairNumbers& modes, const std::vector<bool>& is_slow,
                                   Eigen::Index one, Eigen::Index other) const {
        std::vector<int> votes(is_slow.size());
        const auto vote = [&](Eigen::Index from, Eigen::Index to) {
            const int mode = modes(from, to);
            if (mode >= 0 && !is_slow[static_cast<std::size_t>(mode)])
                ++votes[static_cast<std::size_t>(mode)];
        };
        for (Eigen::Index group = 0; group < modes.rows(); ++group) {
            if (is_a_neighbour(group, one)) vote(group, other);
            if (is_a_neighbour(group, other)) vote(one, group);
        }
        return static_cast<int>(std::max_element(votes.begin(), votes.end()) - votes.begin());
    }

    const HostMatrix& blocks_;
    const HostMatrix& long_;
    const PairNumbers& level_of_block_;
    int level_;
};

std::vector<double> sizes_of_groups(const GroupLabels& labels) {
    std::vector<double> sizes(static_cast<std::size_t>(group_count(labels)));
    for (const int label : labels) ++sizes[static_cast<std::size_t>(label)];
    return sizes;
}

/// The nats to tell which blocks are of which mode.
double length_of_modes(const PairNumbers& modes) {
    double length = 0;
    const auto all = static_cast<double>((modes >= 0).count());
    for (int mode = 0; mode <= modes.maxCoeff(); ++mode) {
        const auto count = static_cast<double>((modes == mode).count());
        if (count > 0) length += count * std::log(all / count);
    }
    return length;
}

}  // namespace

PairModes modes_of_pairs(const HostMatrix& distances, float noise) {
    PairModes modes = PairModes::Zero(distances.rows(), distances.cols());
    const std::vector<float> valleys =
        valleys_of(distances.reshaped<Eigen::RowMajor>(), std::max(min_bandwidth, 1.2F * noise));
    if (valleys.empty()) return modes;
    const int max_mode = std::numeric_limits<PairModes::Scalar>::max();
    for (Eigen::Index from = 0; from < modes.rows(); ++from) {
        for (Eigen::Index to = 0; to < modes.cols(); ++to) {
            if (from == to) continue;
            modes(from, to) =
                static_cast<PairModes::Scalar>(std::min(mode_of(distances(from, to), valleys), max_mode));
        }
    }
    for (int mode = std::min(static_cast<int>(valleys.size()), max_mode); mode > 0; --mode) {
        std::vector<double> counts;
        for (Eigen::Index host = 0; host < modes.rows(); ++host) {
            const auto pairs = (modes.row(host) == static_cast<PairModes::Scalar>(mode)).count();
            counts.push_back(static_cast<double>(pairs));
        }
        const double most = *std::max_element(counts.begin(), counts.end());
        const auto owners = std::count_if(counts.begin(), counts.end(), [](double n) { return n > 0; });
        const bool few_have_it = static_cast<double>(owners) < 0.6 * static_cast<double>(counts.size()) ||
                                 median_of(counts) < 0.25 * most;
        if (!few_have_it) continue;
        std::replace(modes.data(), modes.data() + modes.size(), static_cast<PairModes::Scalar>(mode),
                     static_cast<PairModes::Scalar>(mode - 1));
    }
    return modes;
}

double split_by_modes_of_blocks(PairNumbers& classes, const LeafBlocks& blocks, const GroupLabels& leaves,
                                float noise) {
    double length = 0;
    if (blocks.of_short.rows() < 4) return length;
    std::vector<double> sizes = sizes_of_groups(leaves);
    const float bandwidth = std::max(min_bandwidth, noise * 1.5F / static_cast<float>(median_of(sizes)));
    const int levels = classes.maxCoeff() + 1;
    int next = levels;
    const PairNumbers level_of_block = classes;
    const auto split = [&](const PairNumbers& modes) {
        for (int mode = 1; mode <= modes.maxCoeff(); ++mode) {
            if ((modes == mode).any()) classes = (modes == mode).select(next++, classes).eval();
        }
    };
    for (int level = 1; level < levels; ++level) {
        const BlocksOfLevel of_level(blocks.of_short, blocks.of_long, level_of_block, level);
        const std::vector<float> values = of_level.values();
        if (std::ssize(values) < min_blocks) continue;
        if (blocks.one_way.size() > 0) {
            const BlocksOfLevel one_way(blocks.one_way, blocks.of_long, level_of_block, level);
            const PairNumbers modes =
                one_way.all_modes(valleys_of(one_way.values(), std::numbers::sqrt2_v<float> * bandwidth));
            if (one_way.are_by_direction(modes)) {
                length += length_of_modes(modes);
                split(modes);
                continue;
            }
        }
        split(of_level.modes(valleys_of(values, bandwidth)));
    }
    return length;
}

}  // namespace fabricmap::diagnosis
