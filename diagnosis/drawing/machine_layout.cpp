// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/machine_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

using picture::Box;

constexpr double padding = 7;
constexpr double bar_height = 7;
constexpr double uplink_length = 12;
constexpr double name_height = 16;
constexpr double min_named_width = 60;
constexpr double group_gap = 10;
constexpr double machine_margin = 14;

HostSize size_for(std::size_t hosts) {
    struct Step {
        std::size_t hosts;
        HostSize size;
    };
    constexpr std::array<Step, 4> steps{{{48, {92, 24, 6, true}},
                                         {256, {22, 22, 4, false}},
                                         {1024, {13, 13, 3, false}},
                                         {4096, {7, 7, 1, false}}}};
    for (const Step& step : steps) {
        if (hosts <= step.hosts) return step.size;
    }
    return {4, 4, 1, false};
}

/// The groups of the levels from that one down that lie within those hosts.
std::vector<MachineGroup> groups_within(const Topology& topology, std::size_t level,
                                        const std::vector<int>& hosts) {
    std::vector<MachineGroup> groups;
    for (const std::vector<int>& members : topology.levels[level].groups) {
        if (members.empty() || !std::binary_search(hosts.begin(), hosts.end(), members.front())) continue;
        MachineGroup group;
        group.hosts = members;
        if (level > 0) group.children = groups_within(topology, level - 1, members);
        if (group.children.size() == 1) group.children.clear();
        groups.push_back(std::move(group));
    }
    return groups;
}

MachineGroup tree_of(const Diagnosis& diagnosis) {
    MachineGroup root;
    root.hosts.resize(diagnosis.hosts.size());
    std::iota(root.hosts.begin(), root.hosts.end(), 0);
    if (diagnosis.topology && !diagnosis.topology->levels.empty())
        root.children = groups_within(*diagnosis.topology, diagnosis.topology->levels.size() - 1, root.hosts);
    return root;
}

class Placing {
  public:
    Placing(MachineLayout& layout, double most) : layout_(layout), most_(most) {}

    /// Where its upper left corner is; its box says how large it has become.
    void place(MachineGroup& group, double x, double y, bool has_switch) {
        const bool has_name =
            has_switch && group.children.empty() && width_of(group.hosts.size()) > min_named_width;
        const double bar_bottom = y + (has_switch ? uplink_length + bar_height : 0);
        const double top = bar_bottom + (has_name ? name_height : 0) + padding;
        const Box inner = group.children.empty() ? place_hosts(group.hosts, x + padding, top)
                                                 : place_children(group.children, x + padding, top);
        group.box = {x, y, inner.width + 2 * padding, inner.bottom() + padding - y};
        if (has_switch) group.bar = {x, y + uplink_length, group.box.width, bar_height};
        if (has_name) group.name = {x, bar_bottom, group.box.width, name_height};
    }

  private:
    [[nodiscard]] int columns_of(std::size_t hosts) const {
        constexpr double aspect = 1.6;
        const HostSize& size = layout_.host_size;
        const double across = size.width + size.gap;
        const double wanted =
            std::sqrt(static_cast<double>(hosts) * aspect * (size.height + size.gap) / across);
        return static_cast<int>(
            std::clamp(std::ceil(wanted), 1.0, std::max(1.0, std::floor(most_ / across))));
    }
    [[nodiscard]] double width_of(std::size_t hosts) const {
        return columns_of(hosts) * (layout_.host_size.width + layout_.host_size.gap);
    }

    Box place_hosts(const std::vector<int>& hosts, double x, double y) {
        const HostSize& size = layout_.host_size;
        const double across = size.width + size.gap;
        const double down = size.height + size.gap;
        const int columns = columns_of(hosts.size());
        int number = 0;
        for (const int host : hosts) {
            const int row = number / columns;
            layout_.hosts[static_cast<std::size_t>(host)] = {x + number % columns * across, y + row * down,
                                                             size.width, size.height};
            ++number;
        }
        const int rows = (number + columns - 1) / columns;
        return {x, y, std::min(number, columns) * across - size.gap, rows * down - size.gap};
    }

    /// Beside each other, in as many rows as the width asks for.
    Box place_children(std::vector<MachineGroup>& children, double x, double y) {
        Box all{x, y, 0, 0};
        double at = x;
        double row_top = y;
        double row_height = 0;
        for (MachineGroup& child : children) {
            place(child, at, row_top, true);
            if (child.box.right() > x + most_ && at > x) {
                row_top += row_height + group_gap;
                at = x;
                row_height = 0;
                place(child, at, row_top, true);
            }
            at = child.box.right() + group_gap;
            row_height = std::max(row_height, child.box.height);
            all.width = std::max(all.width, child.box.right() - x);
            all.height = std::max(all.height, child.box.bottom() - y);
        }
        return all;
    }

    MachineLayout& layout_;
    double most_;
};

/// The first two dimensions make a plane; what more there are planes beside each other.
void place_grid(MachineLayout& layout, const Topology& topology, double width) {
    const double across = layout.host_size.width + 3 * layout.host_size.gap;
    const double down = layout.host_size.height + 3 * layout.host_size.gap;
    const double plane_width = topology.dimensions.front() * across + 2 * group_gap;
    const double plane_height =
        (topology.dimensions.size() > 1 ? topology.dimensions[1] : 1) * down + 2 * group_gap;
    const int planes_a_row = std::max(1, static_cast<int>(width / plane_width));
    double unknown_x = 0;
    for (std::size_t host = 0; host < layout.hosts.size(); ++host) {
        const std::vector<int>& at = topology.coordinates[host];
        int plane = 0;
        int planes = 1;
        for (std::size_t axis = 2; axis < topology.dimensions.size() && axis < at.size(); ++axis) {
            plane += at[axis] * planes;
            planes *= topology.dimensions[axis];
        }
        Box& box = layout.hosts[host];
        box = {0, 0, layout.host_size.width, layout.host_size.height};
        if (at.empty()) {
            // Below all others.
            box.x = unknown_x;
            box.y = -1;
            unknown_x += across;
            continue;
        }
        box.x = machine_margin + plane % planes_a_row * plane_width + at[0] * across;
        const int row_of_planes = plane / planes_a_row;
        box.y = machine_margin + row_of_planes * plane_height + (at.size() > 1 ? at[1] : 0) * down;
        layout.width = std::max(layout.width, box.right());
        layout.height = std::max(layout.height, box.bottom());
    }
    for (Box& box : layout.hosts) {
        if (box.y < 0) box.y = layout.height + group_gap;
    }
}

}  // namespace

MachineLayout machine_layout(const Diagnosis& diagnosis, double width) {
    MachineLayout layout;
    layout.host_size = size_for(diagnosis.hosts.size());
    layout.hosts.resize(diagnosis.hosts.size());
    layout.root = tree_of(diagnosis);
    layout.is_grid = diagnosis.topology && diagnosis.topology->shape == Shape::grid &&
                     !diagnosis.topology->dimensions.empty() &&
                     diagnosis.topology->coordinates.size() == diagnosis.hosts.size();
    if (layout.is_grid) {
        place_grid(layout, *diagnosis.topology, width);
    } else {
        Placing(layout, width - 2 * machine_margin - 2 * padding)
            .place(layout.root, machine_margin, machine_margin, !layout.root.children.empty());
        layout.width = layout.root.box.right();
        layout.height = layout.root.box.bottom();
    }
    layout.width += machine_margin;
    layout.height += machine_margin + layout.host_size.height * (layout.is_grid ? 1 : 0);
    return layout;
}

FittedLayout fitted_layout(const Diagnosis& diagnosis, const picture::Extent& room, double largest) {
    constexpr double narrowest = 300;
    constexpr double widest = 8000;
    constexpr double wider = 1.15;
    FittedLayout best;
    // The wider, the lower it is.
    for (double width = narrowest; width < widest && best.scale < largest; width *= wider) {
        MachineLayout layout = machine_layout(diagnosis, width);
        const double scale = std::min({largest, room.width / layout.width, room.height / layout.height});
        if (scale > best.scale) best = {std::move(layout), scale};
    }
    return best;
}

}  // namespace fabricmap::diagnosis
