// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/hierarchy.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_levels = 6;
constexpr double min_step = 0.02;              // of a logarithm: levels nearer than 2 % are of no use
constexpr double min_grouped_fraction = 0.25;  // of the hosts: fewer are oddities, not a level
// Steps between heights of pure noise, in standard deviations of a pair: between two pairs, between means of
// many pairs (times the standard deviation of their difference), and at the least.
constexpr double deviations_of_pair = 2;
constexpr double deviations_of_means = 4;
constexpr double min_deviations = 0.5;
// Of how many pairs noise is hardly known.
constexpr double few_pairs = 40;
constexpr double very_few_pairs = 8;
constexpr double min_noise = 0.005;

/// How many hosts have company after each merge.
std::vector<int> grouped_after(const Dendrogram& dendrogram) {
    std::vector<int> grouped;
    int count = 0;
    for (const Merge& merge : dendrogram.merges) {
        count += (merge.left < dendrogram.hosts ? 1 : 0) + (merge.right < dendrogram.hosts ? 1 : 0);
        grouped.push_back(count);
    }
    return grouped;
}

/// Of pairs in the same group that are not in the same smaller one.
double median_delay(const std::vector<std::vector<int>>& groups, const List<int>& smaller_group,
                    const Eigen::MatrixXf& delays) {
    std::vector<float> found;
    for (const auto& group : groups) {
        for (const int host : group) {
            for (const int other : group) {
                if (other >= host) break;
                const float delay = delays(other, host);
                if (smaller_group[host] != smaller_group[other] && !std::isnan(delay)) {
                    found.push_back(delay);
                }
            }
        }
    }
    return upper_median_of(found, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

std::vector<std::size_t> level_ends(const Dendrogram& dendrogram, const DendrogramLayout& layout,
                                    double noise) {
    struct Step {
        std::size_t end;
        double excess;
    };
    const std::vector<int> grouped = grouped_after(dendrogram);
    std::vector<Step> steps;
    const double pairs = dendrogram.hosts * (dendrogram.hosts - 1) / 2.0;
    const double few = 1 + few_pairs / pairs + std::pow(very_few_pairs / pairs, 4);
    noise = std::max(noise, min_noise);
    for (std::size_t m = 0; m + 1 < dendrogram.merges.size(); ++m) {
        const double step = static_cast<double>(dendrogram.merges[m + 1].height) -
                            static_cast<double>(dendrogram.merges[m].height);
        if (!std::isfinite(step)) break;
        if (grouped[m] < min_grouped_fraction * dendrogram.hosts) continue;
        const double spread = std::sqrt(1 / static_cast<double>(layout.ranges[m].pairs()) +
                                        1 / static_cast<double>(layout.ranges[m + 1].pairs()));
        const double deviations =
            std::clamp(deviations_of_means * spread, min_deviations, deviations_of_pair);
        const double limit = std::max(min_step, few * noise * deviations);
        if (step > limit) steps.push_back({m + 1, step / limit});
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const Step& a, const Step& b) { return a.excess > b.excess; });
    if (steps.size() > max_levels) steps.resize(max_levels);
    std::vector<std::size_t> ends;
    ends.reserve(steps.size());
    for (const Step& step : steps) ends.push_back(step.end);
    std::sort(ends.begin(), ends.end());
    return ends;
}

std::vector<TopologyLevel> levels_of(const Dendrogram& dendrogram, const std::vector<std::size_t>& ends,
                                     const Eigen::MatrixXf& delays) {
    std::vector<TopologyLevel> levels;
    List<int> below(static_cast<std::size_t>(dendrogram.hosts));
    std::iota(below.begin(), below.end(), 0);
    for (const std::size_t end : ends) {
        TopologyLevel level{0, groups_after(dendrogram, end)};
        level.delay_s = median_delay(level.groups, below, delays);
        for (std::size_t g = 0; g < level.groups.size(); ++g) {
            for (const int host : level.groups[g]) below[host] = static_cast<int>(g);
        }
        levels.push_back(std::move(level));
    }
    return levels;
}

}  // namespace fabricmap::diagnosis
