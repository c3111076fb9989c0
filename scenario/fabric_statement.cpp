// SPDX-License-Identifier: Apache-2.0
#include "scenario/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace fabricmap {
namespace {

constexpr int max_hosts = 65536;
constexpr int max_ranks = 1 << 20;

void require_hosts(const Statement& statement, std::int64_t hosts) {
    if (hosts < 1 || hosts > max_hosts) {
        statement.refuse(fmt::format("that makes {} hosts; from 1 to {} are possible", hosts, max_hosts));
    }
}

/// The number of hosts that the numbers make, or refuses before it overflows.
int product_of(const std::vector<int>& numbers, const Statement& statement) {
    std::int64_t hosts = 1;
    for (const int number : numbers) {
        hosts *= number;
        require_hosts(statement, hosts);
    }
    return static_cast<int>(hosts);
}

Fabric take_single_host(Statement& statement) {
    Fabric fabric;
    fabric.hosts = statement.take_count("hosts", 1, max_hosts).value_or(1);
    return fabric;
}

void take_uplinks(Statement& statement, FatTree& tree) {
    constexpr int most = 1024;
    const auto uplinks = statement.take_count("uplinks", 1, most);
    if (!uplinks) return;
    if (tree.oversubscription != 1)
        statement.refuse("uplinks= and oversubscription= exclude each other: both say what leaves carry");
    if (tree.children.size() > 1) statement.refuse("uplinks= is for leaves below one top, such as leaf=8");
    tree.uplinks = *uplinks;
    tree.oversubscription = std::max(1.0, static_cast<double>(tree.children.front()) / *uplinks);
}

Fabric take_fat_tree(Statement& statement) {
    Fabric fabric;
    fabric.hosts = statement.require_count("hosts", 1, max_hosts);
    FatTree tree;
    tree.children = statement.take_shape("leaf");
    if (tree.children.empty()) {
        statement.refuse(
            "leaf= is missing: give the hosts of a leaf switch (leaf=8), or hosts and the "
            "switches above (leaf=8x4)");
    }
    const int below_top = product_of(tree.children, statement);
    if (fabric.hosts % below_top != 0) {
        statement.refuse(fmt::format("hosts={} cannot be dealt to switches of {}; give a multiple of it",
                                     fabric.hosts, below_top));
    }
    tree.oversubscription = statement.take_factor("oversubscription").value_or(1);
    if (tree.oversubscription < 1) statement.refuse("oversubscription= must be at least 1");
    take_uplinks(statement, tree);
    fabric.shape = std::move(tree);
    return fabric;
}

Fabric take_torus(Statement& statement) {
    Fabric fabric;
    Torus torus{statement.take_shape("size")};
    if (torus.size.empty()) statement.refuse("size= is missing: give the dimensions, such as size=8x8x8");
    fabric.hosts = product_of(torus.size, statement);
    fabric.shape = std::move(torus);
    return fabric;
}

Fabric take_dragonfly(Statement& statement) {
    Fabric fabric;
    Dragonfly dragonfly;
    dragonfly.groups = statement.require_count("groups", 1, max_hosts);
    dragonfly.chassis = statement.take_count("chassis", 1, max_hosts).value_or(1);
    dragonfly.routers = statement.require_count("routers", 1, max_hosts);
    dragonfly.hosts = statement.require_count("hosts-per-router", 1, max_hosts);
    fabric.hosts =
        product_of({dragonfly.groups, dragonfly.chassis, dragonfly.routers, dragonfly.hosts}, statement);
    if (dragonfly.routers < dragonfly.groups) {
        statement.refuse(fmt::format("a chassis needs a router for each group: give routers={} or more",
                                     dragonfly.groups));
    }
    fabric.shape = dragonfly;
    return fabric;
}

struct Shape {
    std::string_view name;
    Fabric (*take)(Statement& statement);
};
constexpr std::array shapes{Shape{"host", take_single_host}, Shape{"fat-tree", take_fat_tree},
                            Shape{"torus", take_torus}, Shape{"dragonfly", take_dragonfly}};

}  // namespace

Fabric take_fabric(Statement& statement) {
    const std::string word = statement.take_word().value_or("");
    for (const Shape& shape : shapes) {
        if (shape.name != word) continue;
        Fabric fabric = shape.take(statement);
        fabric.ranks_per_host = statement.take_count("ranks-per-host", 1, max_ranks).value_or(1);
        fabric.sockets = statement.take_count("sockets", 1, fabric.ranks_per_host).value_or(1);
        statement.refuse_rest();
        const std::int64_t ranks = std::int64_t{fabric.hosts} * fabric.ranks_per_host;
        if (ranks < 2 || ranks > max_ranks) {
            statement.refuse(fmt::format("that makes {} ranks; from 2 to {} are possible", ranks, max_ranks));
        }
        return fabric;
    }
    statement.refuse(
        fmt::format("'{}' is not a fabric; the fabrics are host, fat-tree, torus and dragonfly", word));
}

}  // namespace fabricmap
