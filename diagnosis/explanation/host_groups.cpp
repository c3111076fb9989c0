// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/host_groups.hpp"

#include "diagnosis/topology/linkage.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t gaps_looked_at = 8;
constexpr float gap_in_noise = 2.5F;
constexpr float min_gap = 0.03F;
constexpr double max_fraction_in_one_group = 0.8;

std::vector<int> sizes_of(const GroupLabels& labels) {
    std::vector<int> sizes(static_cast<std::size_t>(group_count(labels)));
    for (const int label : labels) ++sizes[static_cast<std::size_t>(label)];
    return sizes;
}

/// Numbers the groups from 0 in the order of their first hosts.
GroupLabels numbered_anew(const GroupLabels& labels) {
    std::vector<int> numbers(static_cast<std::size_t>(group_count(labels)), -1);
    int next = 0;
    GroupLabels anew;
    for (const int label : labels) {
        int& number = numbers[static_cast<std::size_t>(label)];
        if (number < 0) number = next++;
        anew.push_back(number);
    }
    return anew;
}

GroupLabels labels_after(const Dendrogram& dendrogram, std::size_t merges) {
    GroupLabels labels(static_cast<std::size_t>(dendrogram.hosts));
    const std::vector<std::vector<int>> groups = groups_after(dendrogram, merges);
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (const int host : groups[group]) labels[static_cast<std::size_t>(host)] = static_cast<int>(group);
    }
    return labels;
}

bool is_a_level(const GroupLabels& labels, SingleHosts single) {
    const std::vector<int> sizes = sizes_of(labels);
    const auto hosts = static_cast<double>(labels.size());
    const auto alone = static_cast<double>(std::count(sizes.begin(), sizes.end(), 1));
    const auto largest = static_cast<double>(*std::max_element(sizes.begin(), sizes.end()));
    return sizes.size() >= 2 && static_cast<double>(sizes.size()) <= hosts / 2 &&
           alone <= (single == SingleHosts::few ? 0.1 : 0.5) * hosts &&
           largest <= max_fraction_in_one_group * hosts;
}

/// As distances, the nearest of which is not 0.
void shift(HostMatrix& distances) {
    float nearest = std::numeric_limits<float>::max();
    for (const float value : distances.reshaped<Eigen::RowMajor>()) {
        if (std::isfinite(value)) nearest = std::min(nearest, value);
    }
    distances -= nearest - 0.05F;
    distances.matrix().diagonal().setZero();
}

}  // namespace

GroupLabels with_single_hosts_joined(GroupLabels labels, const HostMatrix& distances, float noise) {
    const std::vector<int> sizes = sizes_of(labels);
    const auto groups = static_cast<int>(sizes.size());
    if (std::count_if(sizes.begin(), sizes.end(), [](int size) { return size > 1; }) < 2) return labels;
    for (std::size_t host = 0; host < labels.size(); ++host) {
        if (sizes[static_cast<std::size_t>(labels[host])] != 1) continue;
        std::vector<std::pair<float, int>> nearest;
        for (int group = 0; group < groups; ++group) {
            if (sizes[static_cast<std::size_t>(group)] < 2) continue;
            std::vector<float> values;
            for (std::size_t other = 0; other < labels.size(); ++other) {
                const float distance =
                    distances(static_cast<Eigen::Index>(host), static_cast<Eigen::Index>(other));
                if (labels[other] == group && other != host && std::isfinite(distance))
                    values.push_back(distance);
            }
            if (!values.empty()) nearest.emplace_back(median_of(values), group);
        }
        if (nearest.size() < 2) continue;
        std::sort(nearest.begin(), nearest.end());
        if (nearest[1].first - nearest[0].first > std::max(0.02F, 2 * noise))
            labels[host] = nearest[0].second;
    }
    return numbered_anew(labels);
}

LevelCuts cut_levels(HostMatrix& distances, const std::function<HostMatrix()>& again, float noise,
                     std::size_t most, SingleHosts single, const std::function<void()>& look) {
    shift(distances);
    look();
    // They are the same in both directions, and lie alike in memory so.
    const Dendrogram dendrogram = average_linkage_within(
        Eigen::Map<Eigen::MatrixXf>(distances.data(), distances.rows(), distances.cols()));
    look();
    distances.resize(0, 0);
    distances = again();
    LevelCuts cuts;
    const Eigen::Map<const Eigen::MatrixXf> unshifted(distances.data(), distances.rows(), distances.cols());
    cuts.cophenetic = cophenetic_correlation(unshifted, dendrogram, layout_of(dendrogram));
    if (!std::isfinite(cuts.cophenetic)) cuts.cophenetic = 0;
    look();
    std::vector<std::pair<float, std::size_t>> gaps;
    for (std::size_t merge = 0; merge + 1 < dendrogram.merges.size(); ++merge) {
        const float gap = dendrogram.merges[merge + 1].height - dendrogram.merges[merge].height;
        if (std::isfinite(gap)) gaps.emplace_back(gap, merge + 1);
    }
    std::sort(gaps.begin(), gaps.end(), std::greater<>());
    if (gaps.size() > gaps_looked_at) gaps.resize(gaps_looked_at);
    for (const auto& [gap, merges] : gaps) {
        if (gap < std::max(gap_in_noise * noise, min_gap) || cuts.levels.size() == most) break;
        GroupLabels labels = with_single_hosts_joined(labels_after(dendrogram, merges), distances, noise);
        const bool is_new = std::none_of(cuts.levels.begin(), cuts.levels.end(), [&](const auto& level) {
            return group_count(level) == group_count(labels);
        });
        if (is_new && is_a_level(labels, single)) cuts.levels.push_back(std::move(labels));
    }
    return cuts;
}

HostMatrix medians_between(const HostMatrix& distances, const GroupLabels& labels) {
    const int groups = group_count(labels);
    std::vector<HostList> members;
    members.reserve(static_cast<std::size_t>(groups));
    for (int group = 0; group < groups; ++group) members.push_back(hosts_of_group(labels, group));
    HostMatrix medians = HostMatrix::Constant(groups, groups, no_value);
    for (int one = 0; one < groups; ++one) {
        for (int other = 0; other < groups; ++other) {
            if (one == other) continue;
            std::vector<float> values;
            for (const HostIndex from : members[static_cast<std::size_t>(one)]) {
                for (const HostIndex to : members[static_cast<std::size_t>(other)])
                    values.push_back(distances(from, to));
            }
            medians(one, other) = median_of_numbers(values);
        }
    }
    return medians;
}

}  // namespace fabricmap::diagnosis
