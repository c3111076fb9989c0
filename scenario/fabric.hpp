// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fabricmap {

/// Hosts on one switch that is never the cause of anything; with a single host, no switch at all.
struct SingleHost {};

/// Hosts under leaf switches, leaf switches under larger ones, and a top that joins what remains.
struct FatTree {
    std::vector<int> children;    ///< of a switch, from the leaves up: hosts, then switches; without the top
    double oversubscription = 1;  ///< what the cables below a switch carry, over what those above it carry
    /// Parallel cables above each leaf, as wide as a link; each flow takes one of them. 0: none are told
    /// apart.
    int uplinks = 0;
};

/// A grid with its ends joined, one host at each crossing; the first dimension counts fastest.
struct Torus {
    std::vector<int> size;
};

/// Groups joined each with each by one global cable; within a group, chassis of routers. Routers of a chassis
/// are joined each with each, and so are routers of the same number in all chassis of the group (as in
/// SimGrid).
struct Dragonfly {
    int groups = 0;
    int chassis = 0;  ///< per group
    int routers = 0;  ///< per chassis; at least as many as there are groups
    int hosts = 0;    ///< per router
};

/// The machine: its hosts, what joins them, and where its ranks sit (rank r on host r / ranks_per_host, the
/// ranks of a host dealt to its sockets in equal blocks).
struct Fabric {
    std::variant<SingleHost, FatTree, Torus, Dragonfly> shape;
    int hosts = 1;
    int ranks_per_host = 1;
    int sockets = 1;  ///< per host

    [[nodiscard]] int rank_count() const noexcept { return hosts * ranks_per_host; }
    [[nodiscard]] int host_of(int rank) const noexcept { return rank / ranks_per_host; }
    [[nodiscard]] int socket_of(int rank) const noexcept {
        return static_cast<int>(std::int64_t{rank % ranks_per_host} * sockets / ranks_per_host);
    }
    /// "node07": as many digits as the largest number needs.
    [[nodiscard]] std::string host_name(int host) const;
};

/// What a message between two hosts passes. Fat tree: `local` is the level of the switch it turns at, 1 for a
/// leaf. Torus: hops. Dragonfly: cables within groups and between them.
struct Route {
    int local = 0;
    int global = 0;

    friend auto operator<=>(const Route&, const Route&) = default;
};

/// Of two different hosts. A dragonfly's route there may differ from the way back.
[[nodiscard]] Route route(const Fabric& fabric, int from, int to);

/// Whether the way from one host to another leads over the cable between two neighbours, in either direction.
/// In a torus messages use up the first dimension first, each along its shorter way; in a dragonfly they
/// cross to the router of the right number first, then to the right chassis. Other fabrics have no such
/// cables.
[[nodiscard]] bool passes_cable(const Fabric& fabric, int from, int to, int end, int other_end);

/// Whether a cable joins the two hosts of a torus, or the routers of the two of a dragonfly.
[[nodiscard]] bool are_neighbours(const Fabric& fabric, int host, int other);

/// The smallest switch above a host: its leaf or its router; nothing where the fabric has none.
[[nodiscard]] std::optional<int> switch_of(const Fabric& fabric, int host);
[[nodiscard]] int switch_count(const Fabric& fabric);

/// "fat-tree", as scenarios write it.
[[nodiscard]] std::string_view name_of_shape(const Fabric& fabric);

}  // namespace fabricmap
