// SPDX-License-Identifier: Apache-2.0
#include "scenario/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace fabricmap {
namespace {

Route route_in(const SingleHost& /*shape*/, int /*from*/, int /*to*/) {
    return {1, 0};
}

/// Goes up from both hosts until they share a switch.
Route route_in(const FatTree& tree, int from, int to) {
    int level = 1;
    for (const int children : tree.children) {
        from /= children;
        to /= children;
        if (from == to) break;
        ++level;
    }
    return {level, 0};
}

/// The steps of one dimension on its shorter way: positive, negative or none. Where both ways are as long,
/// messages go up, but down from the middle of the ring (as in SimGrid).
int steps(int from, int to, int size) {
    const int up = (to - from + size) % size;
    const bool goes_up = 2 * up < size || (2 * up == size && from != size / 2);
    return goes_up ? up : up - size;
}

Route route_in(const Torus& torus, int from, int to) {
    int hops = 0;
    for (const int size : torus.size) {
        hops += std::abs(steps(from % size, to % size, size));
        from /= size;
        to /= size;
    }
    return {hops, 0};
}

struct Router {
    int group;
    int chassis;
    int number;

    friend bool operator==(const Router&, const Router&) = default;
};

Router router_of(const Dragonfly& dragonfly, int host) {
    const int router = host / dragonfly.hosts;
    return {router / (dragonfly.chassis * dragonfly.routers), router / dragonfly.routers % dragonfly.chassis,
            router % dragonfly.routers};
}

/// The routers from one host's to another's. The global cable from group g to group h begins at router h of
/// g's first chassis and ends at router g of h's.
std::vector<Router> routers_between(const Dragonfly& dragonfly, int from, int to) {
    std::vector<Router> routers{router_of(dragonfly, from)};
    const auto go_to = [&](const Router& next) {
        if (next != routers.back()) routers.push_back(next);
    };
    const auto cross_group_to = [&](int number, int chassis) {
        go_to({routers.back().group, routers.back().chassis, number});
        go_to({routers.back().group, chassis, number});
    };
    const Router target = router_of(dragonfly, to);
    if (const int group = routers.front().group; group != target.group) {
        cross_group_to(target.group, 0);
        go_to({target.group, 0, group});
    }
    cross_group_to(target.number, target.chassis);
    return routers;
}

Route route_in(const Dragonfly& dragonfly, int from, int to) {
    const std::vector<Router> routers = routers_between(dragonfly, from, to);
    const int global = routers.front().group == routers.back().group ? 0 : 1;
    return {static_cast<int>(routers.size()) - 1 - global, global};
}

template <typename End>
bool is_cable(const End& a, const End& b, const End& end, const End& other_end) {
    return (a == end && b == other_end) || (a == other_end && b == end);
}

bool passes_cable_in(const Torus& torus, int from, int to, int end, int other_end) {
    int at = from;
    int stride = 1;
    for (const int size : torus.size) {
        int position = at / stride % size;
        const int left = steps(position, to / stride % size, size);
        for (int step = 0; step != std::abs(left); ++step) {
            const int next_position = (position + (left > 0 ? 1 : size - 1)) % size;
            const int next = at + (next_position - position) * stride;
            if (is_cable(at, next, end, other_end)) return true;
            at = next;
            position = next_position;
        }
        stride *= size;
    }
    return false;
}

bool passes_cable_in(const Dragonfly& dragonfly, int from, int to, int end, int other_end) {
    const std::vector<Router> routers = routers_between(dragonfly, from, to);
    for (std::size_t step = 1; step < routers.size(); ++step) {
        if (is_cable(routers[step - 1], routers[step], router_of(dragonfly, end),
                     router_of(dragonfly, other_end)))
            return true;
    }
    return false;
}

/// Where there are no cables between neighbours.
template <typename Shape>
bool passes_cable_in(const Shape& /*shape*/, int /*from*/, int /*to*/, int /*end*/, int /*other_end*/) {
    return false;
}

}  // namespace

std::string Fabric::host_name(int host) const {
    const std::size_t digits = std::to_string(hosts - 1).size();
    return fmt::format("node{:0{}}", host, digits);
}

Route route(const Fabric& fabric, int from, int to) {
    return std::visit([&](const auto& shape) { return route_in(shape, from, to); }, fabric.shape);
}

bool passes_cable(const Fabric& fabric, int from, int to, int end, int other_end) {
    return std::visit([&](const auto& shape) { return passes_cable_in(shape, from, to, end, other_end); },
                      fabric.shape);
}

bool are_neighbours(const Fabric& fabric, int host, int other) {
    const bool has_cables =
        std::holds_alternative<Torus>(fabric.shape) || std::holds_alternative<Dragonfly>(fabric.shape);
    const auto [local, global] = route(fabric, host, other);
    return has_cables && host != other && local + global == 1;
}

std::optional<int> switch_of(const Fabric& fabric, int host) {
    if (const auto* tree = std::get_if<FatTree>(&fabric.shape)) return host / tree->children.front();
    if (const auto* dragonfly = std::get_if<Dragonfly>(&fabric.shape)) return host / dragonfly->hosts;
    return std::nullopt;
}

int switch_count(const Fabric& fabric) {
    const auto last = switch_of(fabric, fabric.hosts - 1);
    return last ? *last + 1 : 0;
}

std::string_view name_of_shape(const Fabric& fabric) {
    constexpr std::array<std::string_view, 4> names{"host", "fat-tree", "torus", "dragonfly"};
    return names.at(fabric.shape.index());
}

}  // namespace fabricmap
