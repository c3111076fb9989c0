// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/kind_classes.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

int split_by_kind(PairStructure::Classes& class_of, int classes, const Cause& kind,
                  const PairStructure& structure) {
    constexpr std::uint8_t none = 255;
    const Eigen::Index hosts = class_of.rows();
    std::vector<bool> is_of_kind(static_cast<std::size_t>(hosts));
    std::vector<std::uint8_t> number(static_cast<std::size_t>(classes) * max_parts_by_ends, none);
    for (const HostIndex host : kind.hosts) is_of_kind[static_cast<std::size_t>(host)] = true;
    const bool of_groups = kind.kind == CauseKind::kind_of_groups;
    std::uint8_t next = 0;
    for (Eigen::Index from = 0; from < hosts; ++from) {
        for (Eigen::Index to = 0; to < hosts; ++to) {
            if (from == to) continue;
            const bool is_inside = of_groups && structure.groups.front()[static_cast<std::size_t>(from)] ==
                                                    structure.groups.front()[static_cast<std::size_t>(to)];
            const std::size_t part =
                is_inside ? 0
                          : part_by_ends(is_of_kind[static_cast<std::size_t>(from)],
                                         is_of_kind[static_cast<std::size_t>(to)], kind.by_sides);
            std::uint8_t& split = number[class_of(from, to) * max_parts_by_ends + part];
            if (split == none) split = next++;
            class_of(from, to) = split;
        }
    }
    return next;
}

}  // namespace fabricmap::diagnosis
