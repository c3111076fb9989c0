// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/topology.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

using Names = std::vector<std::string>;

[[nodiscard]] inline Names names_of(const std::vector<int>& group, const Names& hosts) {
    Names names;
    names.reserve(group.size());
    for (const int host : group) names.push_back(hosts.at(static_cast<std::size_t>(host)));
    return names;
}

/// What a group of a level is called.
[[nodiscard]] inline std::string kind_of_group(const Topology& topology, std::size_t level) {
    if (topology.shape != Shape::hierarchy) return "group";
    if (level == 0) return "leaf";
    return level == 1 ? "pod" : fmt::format("level-{} group", level + 1);
}

/// "1 leaf", "8 leaves", "2 pods".
[[nodiscard]] inline std::string counted_groups(const Topology& topology, std::size_t level,
                                                std::int64_t count) {
    const std::string kind = kind_of_group(topology, level);
    if (count == 1) return "1 " + kind;
    return fmt::format("{} {}", count, kind == "leaf" ? "leaves" : kind + "s");
}

/// What joins all hosts.
[[nodiscard]] inline std::string_view name_of_top(const Topology& topology) {
    return topology.shape == Shape::hierarchy ? "spine" : "all";
}

}  // namespace fabricmap::diagnosis
