// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/machine.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// What may be the cause of slow pairs.
enum class CauseKind : std::uint8_t {
    host,
    uplink,          ///< of a group of hosts: all that crosses its border
    leaf,            ///< the same with the pairs inside
    inside_leaf,     ///< these alone
    path,            ///< between two groups
    cable,           ///< between two groups, with paths of others over it
    link,            ///< between two hosts
    cable_of_grid,   ///< between two neighbours, with all pairs that are led over it
    kind_of_hosts,   ///< hosts of another make
    kind_of_groups,  ///< groups of hosts whose uplinks are of another make
    routes,          ///< a fraction of all pairs
    flapping,        ///< single values, of a host, an uplink or the whole machine
};

/// Ordered pairs of hosts: sender × hosts + receiver.
using PairList = std::vector<std::uint32_t>;

/// No more than so many of them, from all over. The order of pairs repeats itself, and so must the choice
/// not.
[[nodiscard]] PairList thinned(const PairList& pairs, std::size_t max_pairs);

/// Bands next to each other.
struct BandRange {
    std::size_t first = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t size() const noexcept { return end - first; }
    [[nodiscard]] bool contains(std::size_t band) const noexcept { return band >= first && band < end; }
    [[nodiscard]] bool overlaps(BandRange other) const noexcept {
        return first < other.end && other.first < end;
    }
    friend bool operator==(const BandRange&, const BandRange&) = default;
};

/// What a cause adds to one value, a logarithm.
struct ValueEffect {
    std::uint32_t pair = 0;
    std::uint32_t band = 0;
    float effect = 0;
};

/// What a side adds to an empty message, of which half shows on the other: one of the two.
struct Leak {
    float ratio = 0;   ///< to what the pair's message takes
    float time_s = 0;  ///< the same of all pairs
};

/// A part that makes pairs slower. Costs and gains are nats of the description of all values.
struct Cause {
    std::size_t number = 0;  ///< among those of a fit, from 1
    CauseKind kind = CauseKind::host;
    HostList hosts;   ///< of the part; of a link sender and receiver, of a path the senders
    HostList others;  ///< of a path, the receivers
    Side side = Side::both;
    BandRange window;
    PairList pairs;                ///< that are slower
    std::vector<float> effect;     ///< of each band: a logarithm, 0 outside of the window
    bool varies = false;           ///< from band to band
    Eigen::ArrayXXf of_classes{};  ///< beyond the effect, of classes of pairs that differ: bands × classes
    /// Instead of the factor: a time that is added to each message, in seconds, of each band. Pairs that are
    /// near take more times as long by it.
    std::vector<float> added_s;
    bool time_is_constant = false;
    PairList leaked;  ///< pairs the other way, on which what is added to an empty message shows as well
    Leak leak{};
    std::optional<double> fraction;   ///< of the part's pairs, or of its values
    std::size_t paths = 0;            ///< of a cable: how many are slow; in a grid pairs of hosts
    std::vector<ValueEffect> values;  ///< of single values instead of pairs
    std::vector<HostList> members;    ///< of a kind: the hosts or groups that are of it
    bool by_sides = false;            ///< of a kind: what its hosts send differs from what they receive
    double gain = 0;
    double cost = 0;
    /// Other causes that explain the same nearly as well.
    std::vector<Cause> alternatives{};

    [[nodiscard]] double net() const noexcept { return gain - cost; }
    [[nodiscard]] bool is_kind() const noexcept {
        return kind == CauseKind::kind_of_hosts || kind == CauseKind::kind_of_groups;
    }
    /// Of a group; pairs inside may be slow as well.
    [[nodiscard]] bool crosses_border() const noexcept {
        return kind == CauseKind::uplink || kind == CauseKind::leaf;
    }
    /// A factor, or a time, of all pairs of a part.
    [[nodiscard]] bool is_plain() const noexcept { return values.empty() && !fraction && !is_kind(); }
    [[nodiscard]] float largest_effect() const;
};

/// Of a kind, which of so many parts of its class a pair is in, by the ends that are of the kind: neither,
/// one, both; where sides differ neither, the receiver, the sender, both.
inline constexpr std::size_t max_parts_by_ends = 4;
[[nodiscard]] inline std::size_t part_by_ends(bool sender, bool receiver, bool by_sides) noexcept {
    return (by_sides ? 2U : 1U) * (sender ? 1U : 0U) + (receiver ? 1U : 0U);
}

/// Whether both are about the same hosts.
[[nodiscard]] bool is_same_part(const Cause& one, const Cause& other);

}  // namespace fabricmap::diagnosis
