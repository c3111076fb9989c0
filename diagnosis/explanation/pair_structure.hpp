// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/host_logs.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/survey/survey.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

/// Of pairs of hosts, or of groups of them: a row for each sender.
using PairNumbers = Eigen::Array<int, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// The same of very many pairs, with few numbers.
using PairModes = Eigen::Array<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The group of each host, from 0.
using GroupLabels = std::vector<int>;

[[nodiscard]] int group_count(const GroupLabels& labels);
[[nodiscard]] HostList hosts_of_group(const GroupLabels& labels, int group);

/// Which pairs of hosts a healthy machine would serve alike, and which hosts sit together.
struct PairStructure {
    using Classes = Eigen::Array<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    Classes class_of;  ///< hosts × hosts
    int classes = 1;
    std::vector<GroupLabels> groups;   ///< leaves first
    bool groups_are_declared = false;  ///< so that it takes no words to tell them
    double length_of_paths = 0;        ///< nats to tell which paths between leaves are longer than back
};

/// What hosts add that is taken off before leaves are looked for.
enum class TakenOff : std::uint8_t {
    nothing,
    nearest_pairs,   ///< half of what the nearest pairs of a host are farther than those of most
    hosts,           ///< what most pairs of a host are farther
    farthest_pairs,  ///< what a quarter of the pairs is farther than all others: some may be slow
};

/// Of each pair of hosts the mean of both directions, a logarithm of seconds, NaN on the diagonal; and how
/// much noise it has.
struct ShortDelays {
    HostMatrix distances;
    float noise = 0;
};

/// Short messages: the means of logarithms over some lengths, without what known causes add.
[[nodiscard]] ShortDelays short_delays_of(HostMatrix short_logs);

/// Leaves × leaves: medians between them, logarithms.
struct LeafBlocks {
    HostMatrix of_short;
    HostMatrix one_way{};  ///< of short messages as well, of each direction by itself
    HostMatrix of_long{};  ///< of the longest messages, of both directions; none where all are short
};

/// Hosts that sit together, and how far the others are.
struct Leaves {
    HostMatrix distances;  ///< without what is taken off; none where there are leaves
    float noise = 0;
    GroupLabels labels;  ///< none where there is no hierarchy
    LeafBlocks blocks{};
    bool farthest_may_be_slow = false;
};

/// By average linkage, cut at the largest gaps between heights. Nothing where there is nothing to take off.
/// `short_delays` may be called twice, as two of them would take too much memory.
/// `longest`: the logarithms of the longest messages; null where all are short. `look` is called now and
/// then, and may throw to end it.
[[nodiscard]] std::optional<Leaves> find_leaves(const std::function<ShortDelays()>& short_delays,
                                                const HostMatrix* longest, TakenOff taken_off,
                                                const std::function<void()>& look);

/// What is made of the times between leaves.
enum class LeafTimes : std::uint8_t {
    kept,
    taken_off,  ///< what a leaf adds, before groups of leaves are looked for
    one_way,    ///< a path may be longer than the one back
};

/// Where there is no hierarchy, by the modes of the delays of pairs.
[[nodiscard]] PairStructure structure_above(const Leaves& leaves, LeafTimes times);

/// By the lowest declared level at which two hosts are in one group.
[[nodiscard]] PairStructure structure_of_declared(std::vector<GroupLabels> groups);

/// With each class split by the kinds that its pairs' senders and receivers are declared to be of; as it is
/// where these are too many.
[[nodiscard]] PairStructure split_by_kinds(PairStructure structure, const PerHost<std::size_t>& kinds);

/// That of the survey.
[[nodiscard]] PairStructure structure_of(const Survey& survey);

}  // namespace fabricmap::diagnosis
