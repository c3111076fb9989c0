// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

// How a machine is made when not all of its pairs are alike, though none is broken: it is reported once, and
// pairs are judged among their like.

/// A property of the machine, and which pairs it distinguishes.
struct Structure {
    Finding finding;  ///< without what the pairs have in common
    /// How much longer its pairs take: logarithms, by length. Empty where that is known once they are
    /// distinguished.
    std::vector<float> curve;
    std::function<std::size_t(RankIndex, RankIndex)>
        part_of;                     ///< of sender and receiver, an index of the names
    std::vector<std::string> names;  ///< see split_classes
};

/// Two kinds of hosts: those of an older generation, or with another adapter.
[[nodiscard]] std::optional<Structure> find_mixed_hosts(const Case& subject);
/// The same where there are hardly any others to compare them with.
[[nodiscard]] std::optional<Structure> find_mixed_hosts_of_few(const Case& subject);
/// Places on a host from which, or between which, messages take longer: rails, sockets.
[[nodiscard]] std::optional<Structure> find_mixed_slots(const Case& subject);
/// Pairs all over the machine that are slower by the same factor, some routes of several, where a delay is
/// that of both ways and each is routed for itself: so many pairs have a slower one that about half of all
/// are slower, or more. To be looked for first: what most pairs take is then no measure of hosts.
[[nodiscard]] std::optional<Structure> find_routes_both_ways(const Case& subject);

/// A survey whose classes distinguish what was found.
struct ExplainedStructure {
    Survey survey;
    std::vector<Finding> findings;
};

using FindStructure = std::optional<Structure> (*)(const Case&);
inline constexpr std::array<FindStructure, 2> structures_beside_noise{find_mixed_hosts, find_mixed_slots};
/// The search explains the rest.
inline constexpr std::array<FindStructure, 3> structures_before_explaining{
    find_routes_both_ways, find_mixed_hosts_of_few, find_mixed_slots};

/// Those that there are, in that order, each in a survey in which the former are explained.
[[nodiscard]] ExplainedStructure explain_structure(Case subject, Survey survey,
                                                   std::span<const FindStructure> sought);

}  // namespace fabricmap::diagnosis
