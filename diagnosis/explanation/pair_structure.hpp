// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/host_logs.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/survey/survey.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

/// The group of each host, from 0.
using GroupLabels = std::vector<int>;

[[nodiscard]] int group_count(const GroupLabels& labels);
[[nodiscard]] HostList hosts_of_group(const GroupLabels& labels, int group);

/// Which pairs of hosts a healthy machine would serve alike, and which hosts sit together.
struct PairStructure {
    using Classes = Eigen::Array<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    Classes class_of;  ///< hosts × hosts
    int classes = 1;
    std::vector<GroupLabels> groups;  ///< leaves first
};

/// What is taken off before the structure is looked for.
enum class TakenOff : std::uint8_t {
    nothing,
    nearest_pairs,  ///< half of what the nearest pairs of a host are farther than those of most
    hosts,          ///< what most pairs of a host are farther
    groups,         ///< what a group adds, before groups of groups are looked for
    nearest_pairs_and_groups
};

/// Short messages: the means of logarithms over some lengths, without what known causes add.
/// By average linkage, cut at the largest gaps between heights; where there is no hierarchy, by the modes of
/// the delays of pairs.
[[nodiscard]] PairStructure find_structure(const HostMatrix& short_logs, TakenOff taken_off);

/// That of the survey.
[[nodiscard]] PairStructure structure_of(const Survey& survey);

}  // namespace fabricmap::diagnosis
