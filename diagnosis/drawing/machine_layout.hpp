// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/shapes/drawing.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Hosts below one switch, or groups of them below a common one.
struct MachineGroup {
    std::vector<int> hosts;              ///< ascending indices, those of the groups below included
    std::vector<MachineGroup> children;  ///< empty: the hosts are below this switch itself
    picture::Box box;                    ///< with everything in it
    picture::Box bar;                    ///< its switch; no height: it has none of its own
    picture::Box name;                   ///< below it, where there is room for what it is called
};

/// How large hosts are drawn.
struct HostSize {
    double width = 0;
    double height = 0;
    double gap = 0;
    bool has_name = false;
};

/// Where everything lies.
struct MachineLayout {
    HostSize host_size;
    std::vector<picture::Box> hosts;  ///< one a host
    MachineGroup root;                ///< the machine; of a grid it has no children
    bool is_grid = false;
    double width = 0;
    double height = 0;
};

inline constexpr double machine_width = 920;

/// About as wide as that, and as high as it needs.
[[nodiscard]] MachineLayout machine_layout(const Diagnosis& diagnosis, double width = machine_width);

struct FittedLayout {
    MachineLayout layout;
    double scale = 0;  ///< so that all of it is seen
};

/// The layout in which the machine is largest in that room, no larger than `largest` times.
[[nodiscard]] FittedLayout fitted_layout(const Diagnosis& diagnosis, const picture::Extent& room,
                                         double largest);

}  // namespace fabricmap::diagnosis
