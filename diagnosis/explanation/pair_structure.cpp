// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/pair_structure.hpp"

#include "base/mixing.hpp"
#include "diagnosis/explanation/delay_modes.hpp"
#include "diagnosis/explanation/host_groups.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

constexpr Eigen::Index min_hosts_of_structure = 6;
constexpr float min_pair_noise = 0.004F;
constexpr double min_cophenetic = 0.75;
constexpr double min_cophenetic_of_groups = 0.8;
constexpr int min_groups_to_compare = 4;
constexpr std::size_t max_leaf_levels = 3;
constexpr Eigen::Index nearest_partners = 3;

/// What the middle pair of each host is off.
Eigen::ArrayXf beyond_others(const HostMatrix& logs) {
    std::vector<float> medians;
    for (Eigen::Index host = 0; host < logs.rows(); ++host)
        medians.push_back(median_of_numbers(logs.row(host)));
    std::vector<float> sorted = numbers_of(medians);
    Eigen::ArrayXf beyond = Eigen::ArrayXf::Zero(logs.rows());
    if (sorted.empty()) return beyond;
    const auto [centre, deviation] = spread_of(sorted);
    for (Eigen::Index host = 0; host < logs.rows(); ++host) {
        const float off = medians[static_cast<std::size_t>(host)] - centre;
        if (std::abs(off) > std::max(5 * deviation, 0.04F)) beyond(host) = off;
    }
    return beyond;
}

/// Half of what its nearest partners are farther than those of others.
Eigen::ArrayXf beyond_nearest(const HostMatrix& logs, float noise) {
    std::vector<float> nearest;
    for (Eigen::Index host = 0; host < logs.rows(); ++host) {
        std::vector<float> values = numbers_of(logs.row(host));
        const auto count = std::min<std::size_t>(nearest_partners, values.size());
        std::partial_sort(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), values.end());
        float sum = 0;
        for (std::size_t at = 0; at < count; ++at) sum += values[at];
        nearest.push_back(count > 0 ? sum / static_cast<float>(count) : no_value);
    }
    std::vector<float> sorted = numbers_of(nearest);
    Eigen::ArrayXf beyond = Eigen::ArrayXf::Zero(logs.rows());
    if (sorted.empty()) return beyond;
    const float centre = spread_of(sorted).centre;
    for (Eigen::Index host = 0; host < logs.rows(); ++host) {
        const float off = nearest[static_cast<std::size_t>(host)] - centre;
        if (std::abs(off) > std::max(0.03F, 2 * noise)) beyond(host) = off / 2;
    }
    return beyond;
}

Eigen::ArrayXf beyond_healthy(const HostMatrix& distances, TakenOff taken_off, float noise) {
    switch (taken_off) {
        case TakenOff::nearest_pairs:
            return beyond_nearest(distances, noise);
        case TakenOff::hosts:
            return beyond_others(distances);
        case TakenOff::farthest_pairs:
        case TakenOff::nothing:
            break;
    }
    return Eigen::ArrayXf::Zero(distances.rows());
}

void bring_farthest_nearer(HostMatrix& distances) {
    constexpr double fraction_kept = 0.75;
    constexpr std::uint64_t enough = std::uint64_t{1} << 24;
    const std::uint64_t pairs_to_one = 1 + static_cast<std::uint64_t>(distances.size()) / enough;
    std::uint64_t turn = 0;
    std::vector<float> values;
    for (const float distance : distances.reshaped<Eigen::RowMajor>()) {
        if (is_drawn(turn++, pairs_to_one) && std::isfinite(distance)) values.push_back(distance);
    }
    if (values.empty()) return;
    const float most =
        value_at(values, static_cast<std::size_t>(fraction_kept * static_cast<double>(values.size())));
    distances = (distances > most).select(most, distances);
}

float noise_of_directions(const HostMatrix& logs) {
    constexpr std::uint64_t enough = std::uint64_t{1} << 24;
    const std::uint64_t pairs_to_one = 1 + static_cast<std::uint64_t>(logs.size()) / enough / 2;
    std::uint64_t turn = 0;
    std::vector<float> values;
    for (Eigen::Index from = 0; from < logs.rows(); ++from) {
        for (Eigen::Index to = 0; to < from; ++to) {
            if (!is_drawn(turn++, pairs_to_one)) continue;
            const float half = (logs(from, to) - logs(to, from)) / 2;
            if (std::isfinite(half)) values.push_back(std::abs(half));
        }
    }
    return std::max(min_pair_noise,
                    static_cast<float>(deviations_of_a_median) * upper_median_of(values, 0.0F));
}

/// What values are beyond most of them; 0 where that is little.
Eigen::ArrayXf beyond_most(const std::vector<float>& values) {
    std::vector<float> sorted = numbers_of(values);
    Eigen::ArrayXf beyond = Eigen::ArrayXf::Zero(std::ssize(values));
    if (sorted.empty()) return beyond;
    const auto [centre, deviation] = spread_of(sorted);
    for (Eigen::Index at = 0; at < beyond.size(); ++at) {
        const float off = values[static_cast<std::size_t>(at)] - centre;
        if (off > std::max(4 * deviation, 0.03F)) beyond(at) = off;
    }
    return beyond;
}

/// Takes off what the whole of a leaf adds to what crosses its border: a slow leaf is no level. One that
/// merely sits farther from most is as near to its nearest as others are.
void take_off_leaf_times(HostMatrix& blocks) {
    std::vector<float> medians;
    std::vector<float> nearest;
    for (Eigen::Index leaf = 0; leaf < blocks.rows(); ++leaf) {
        const std::vector<float> numbers = numbers_of(blocks.row(leaf));
        nearest.push_back(numbers.empty() ? no_value : *std::min_element(numbers.begin(), numbers.end()));
        medians.push_back(median_of_numbers(blocks.row(leaf)));
    }
    const Eigen::ArrayXf beyond = beyond_most(medians).min(beyond_most(nearest));
    for (Eigen::Index one = 0; one < blocks.rows(); ++one) {
        for (Eigen::Index other = 0; other < blocks.cols(); ++other)
            blocks(one, other) -= std::max(beyond(one), beyond(other));
    }
}

/// The same of what all leaves of one group add to those of another: a slow path between groups is no class.
void take_off_group_times(HostMatrix& blocks, const std::vector<int>& group_of) {
    constexpr Eigen::Index min_groups = 4;
    const HostMatrix medians = medians_between(blocks, group_of);
    if (medians.rows() < min_groups) return;
    std::vector<float> sorted = numbers_of(medians.reshaped());
    if (sorted.empty()) return;
    const auto [centre, deviation] = spread_of(sorted);
    const float most = centre + std::max(4 * deviation, 0.03F);
    for (Eigen::Index one = 0; one < blocks.rows(); ++one) {
        for (Eigen::Index other = 0; other < blocks.cols(); ++other) {
            const float median =
                medians(group_of[static_cast<std::size_t>(one)], group_of[static_cast<std::size_t>(other)]);
            if (median > most) blocks(one, other) -= median - centre;
        }
    }
}

/// The group of each leaf; none where there are none.
std::vector<int> find_pods(const HostMatrix& blocks, float noise) {
    HostMatrix distances = blocks;
    LevelCuts above = cut_levels(
        distances, [&] { return blocks; }, noise / 2, 1, SingleHosts::many, [] {});
    if (above.levels.empty() || above.cophenetic <= min_cophenetic_of_groups) return {};
    return std::move(above.levels.front());
}

/// Numbers classes from 0, without gaps, in their order. `block_of`: of each host its row and column.
template <typename Numbers>
PairStructure numbered(const Numbers& classes, const std::vector<int>& block_of,
                       std::vector<GroupLabels> groups) {
    const std::size_t hosts = block_of.size();
    std::vector<int> sizes(static_cast<std::size_t>(classes.rows()));
    for (const int block : block_of) ++sizes[static_cast<std::size_t>(block)];
    std::vector<bool> is_there(static_cast<std::size_t>(classes.size() > 0 ? classes.maxCoeff() + 1 : 1));
    for (Eigen::Index one = 0; one < classes.rows(); ++one) {
        for (Eigen::Index other = 0; other < classes.cols(); ++other) {
            if (one != other || sizes[static_cast<std::size_t>(one)] > 1)
                is_there[static_cast<std::size_t>(classes(one, other))] = true;
        }
    }
    std::vector<std::uint8_t> numbers(is_there.size());
    int next = 0;
    for (std::size_t value = 0; value < is_there.size(); ++value) {
        numbers[value] = static_cast<std::uint8_t>(next);
        if (is_there[value]) ++next;
    }
    PairStructure structure;
    structure.groups = std::move(groups);
    structure.classes = std::max(1, next);
    structure.class_of.setZero(static_cast<Eigen::Index>(hosts), static_cast<Eigen::Index>(hosts));
    std::vector<std::uint8_t> of_blocks(static_cast<std::size_t>(classes.cols()));
    for (std::size_t from = 0; from < hosts; ++from) {
        for (std::size_t block = 0; block < of_blocks.size(); ++block) {
            of_blocks[block] =
                numbers[static_cast<std::size_t>(classes(block_of[from], static_cast<Eigen::Index>(block)))];
        }
        auto row = structure.class_of.row(static_cast<Eigen::Index>(from));
        for (std::size_t to = 0; to < hosts; ++to) {
            row(static_cast<Eigen::Index>(to)) = of_blocks[static_cast<std::size_t>(block_of[to])];
        }
        row(static_cast<Eigen::Index>(from)) = 0;
    }
    return structure;
}

/// Of each pair of hosts one.
template <typename Numbers>
PairStructure numbered(const Numbers& classes, std::vector<GroupLabels> groups) {
    std::vector<int> each(static_cast<std::size_t>(classes.rows()));
    std::iota(each.begin(), each.end(), 0);
    return numbered(classes, each, std::move(groups));
}

}  // namespace

int group_count(const GroupLabels& labels) {
    return labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1;
}

HostList hosts_of_group(const GroupLabels& labels, int group) {
    HostList hosts;
    for (std::size_t host = 0; host < labels.size(); ++host) {
        if (labels[host] == group) hosts.push_back(HostIndex(host));
    }
    return hosts;
}

ShortDelays short_delays_of(HostMatrix short_logs) {
    const float noise = short_logs.rows() >= min_hosts_of_structure ? noise_of_directions(short_logs) : 0;
    for (Eigen::Index one = 0; one < short_logs.rows(); ++one) {
        for (Eigen::Index other = 0; other < one; ++other) {
            const float mean = (short_logs(one, other) + short_logs(other, one)) / 2;
            short_logs(one, other) = mean;
            short_logs(other, one) = mean;
        }
    }
    return {std::move(short_logs), noise};
}

std::optional<Leaves> find_leaves(const std::function<ShortDelays()>& short_delays, const HostMatrix* longest,
                                  TakenOff taken_off, const std::function<void()>& look) {
    ShortDelays delays = short_delays();
    Leaves leaves{std::move(delays.distances), delays.noise, {}};
    leaves.farthest_may_be_slow = taken_off == TakenOff::farthest_pairs;
    if (leaves.distances.rows() < min_hosts_of_structure) {
        if (taken_off != TakenOff::nothing) return std::nullopt;
        return leaves;
    }
    Eigen::ArrayXf beyond = Eigen::ArrayXf::Zero(leaves.distances.rows());
    if (!leaves.farthest_may_be_slow) {
        beyond = beyond_healthy(leaves.distances, taken_off, leaves.noise);
        if (taken_off != TakenOff::nothing && (beyond == 0).all()) return std::nullopt;
    }
    const auto take_off = [&](HostMatrix& distances) {
        if (leaves.farthest_may_be_slow) return bring_farthest_nearer(distances);
        distances.colwise() -= beyond;
        distances.rowwise() -= beyond.transpose();
    };
    const auto again = [&] {
        HostMatrix distances = short_delays().distances;
        take_off(distances);
        return distances;
    };
    take_off(leaves.distances);
    look();
    const LevelCuts cuts =
        cut_levels(leaves.distances, again, leaves.noise, max_leaf_levels, SingleHosts::few, look);
    if (cuts.cophenetic < min_cophenetic || cuts.levels.empty()) return leaves;
    leaves.labels = *std::max_element(
        cuts.levels.begin(), cuts.levels.end(),
        [](const auto& one, const auto& other) { return group_count(one) < group_count(other); });
    if (leaves.farthest_may_be_slow) {
        leaves.distances = short_delays().distances;
        leaves.labels = with_single_hosts_joined(std::move(leaves.labels), leaves.distances, leaves.noise);
    }
    leaves.blocks.of_short = medians_between(leaves.distances, leaves.labels);
    if (longest != nullptr) {
        const HostMatrix one_way = medians_between(*longest, leaves.labels);
        leaves.blocks.of_long = (one_way + one_way.transpose()) / 2;
    }
    leaves.distances.resize(0, 0);
    return leaves;
}

PairStructure structure_above(const Leaves& leaves, LeafTimes times) {
    if (leaves.labels.empty()) {
        const Eigen::Index hosts = leaves.distances.rows();
        if (hosts < min_hosts_of_structure) return numbered(PairNumbers::Zero(hosts, hosts), {});
        return numbered(modes_of_pairs(leaves.distances, leaves.noise), {});
    }
    const int leaf_count = group_count(leaves.labels);
    std::vector<int> pod_of_leaf;
    LeafBlocks blocks = leaves.blocks;
    if (leaf_count >= min_groups_to_compare) {
        if (times == LeafTimes::taken_off) take_off_leaf_times(blocks.of_short);
        HostMatrix distances = blocks.of_short;
        if (leaves.farthest_may_be_slow) bring_farthest_nearer(distances);
        pod_of_leaf = find_pods(distances, leaves.noise);
        const bool may_be_slow = times == LeafTimes::taken_off || leaves.farthest_may_be_slow;
        if (may_be_slow && !pod_of_leaf.empty()) take_off_group_times(blocks.of_short, pod_of_leaf);
    }
    PairNumbers classes = PairNumbers::Zero(leaf_count, leaf_count);
    for (int one = 0; one < leaf_count; ++one) {
        for (int other = 0; other < leaf_count; ++other) {
            const bool crosses = !pod_of_leaf.empty() && pod_of_leaf[static_cast<std::size_t>(one)] !=
                                                             pod_of_leaf[static_cast<std::size_t>(other)];
            classes(one, other) = (one != other ? 1 : 0) + (crosses ? 1 : 0);
        }
    }
    if (times != LeafTimes::one_way) blocks.one_way.resize(0, 0);
    const double length_of_paths = split_by_modes_of_blocks(classes, blocks, leaves.labels, leaves.noise);
    std::vector<GroupLabels> groups{leaves.labels};
    if (!pod_of_leaf.empty()) {
        GroupLabels& pods = groups.emplace_back();
        for (const int leaf : leaves.labels) pods.push_back(pod_of_leaf[static_cast<std::size_t>(leaf)]);
    }
    PairStructure structure = numbered(classes, leaves.labels, std::move(groups));
    structure.length_of_paths = length_of_paths;
    return structure;
}

PairStructure structure_of_declared(std::vector<GroupLabels> groups) {
    const GroupLabels leaves = groups.front();
    const int leaf_count = group_count(leaves);
    std::vector<std::size_t> host_of_leaf(static_cast<std::size_t>(leaf_count));
    for (std::size_t host = 0; host < leaves.size(); ++host)
        host_of_leaf[static_cast<std::size_t>(leaves[host])] = host;
    PairNumbers classes = PairNumbers::Zero(leaf_count, leaf_count);
    for (const GroupLabels& labels : groups) {
        for (int one = 0; one < leaf_count; ++one) {
            for (int other = 0; other < leaf_count; ++other) {
                const std::size_t host = host_of_leaf[static_cast<std::size_t>(one)];
                if (labels[host] != labels[host_of_leaf[static_cast<std::size_t>(other)]])
                    ++classes(one, other);
            }
        }
    }
    PairStructure structure = numbered(classes, leaves, std::move(groups));
    structure.groups_are_declared = true;
    return structure;
}

PairStructure split_by_kinds(PairStructure structure, const PerHost<std::size_t>& kinds) {
    constexpr int max_classes = 255;
    if (kinds.empty()) return structure;
    const auto count = static_cast<int>(*std::max_element(kinds.begin(), kinds.end())) + 1;
    if (structure.classes * count * count > max_classes) return structure;
    PairNumbers classes = structure.class_of.cast<int>();
    for (const HostIndex from : kinds.indices()) {
        for (const HostIndex to : kinds.indices()) {
            const auto pair = static_cast<int>(kinds[from]) * count + static_cast<int>(kinds[to]);
            classes(from, to) = classes(from, to) * count * count + pair;
        }
    }
    PairStructure split = numbered(classes, std::move(structure.groups));
    split.length_of_paths = structure.length_of_paths;
    split.groups_are_declared = structure.groups_are_declared;
    return split;
}

PairStructure structure_of(const Survey& survey) {
    const Eigen::Index hosts = survey.machine.host_count();
    PairStructure::Classes classes = PairStructure::Classes::Zero(hosts, hosts);
    for (const HostIndex from : survey.machine.hosts.indices()) {
        for (const HostIndex to : survey.machine.hosts.indices()) {
            if (from != to) classes(from, to) = survey.class_between(from, to);
        }
    }
    std::vector<GroupLabels> groups;
    for (const TopologyLevel& level : survey.classes.topology.levels) {
        GroupLabels labels(static_cast<std::size_t>(hosts), 0);
        for (std::size_t group = 0; group < level.groups.size(); ++group) {
            for (const int host : level.groups[group])
                labels[static_cast<std::size_t>(host)] = static_cast<int>(group);
        }
        groups.push_back(std::move(labels));
    }
    return numbered(classes, std::move(groups));
}

}  // namespace fabricmap::diagnosis
