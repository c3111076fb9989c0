// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/topology.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// A graph for Graphviz: a tree of switches above hosts, or a grid's hosts with the cables between
/// neighbours (dashed around the ends). Hosts in `faulty` (indices) are marked by colour, shape and a word.
/// In trees of many hundred hosts the healthy ones of a leaf are drawn as one.
[[nodiscard]] std::string dot_of(const Topology& topology, const std::vector<std::string>& hosts,
                                 const std::vector<int>& faulty);

/// A tree or grid in a few lines of text for the terminal; large machines are abridged to about forty lines.
[[nodiscard]] std::string text_tree_of(const Topology& topology, const std::vector<std::string>& hosts);

}  // namespace fabricmap::diagnosis
