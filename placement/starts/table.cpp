// SPDX-License-Identifier: Apache-2.0
#include "placement/starts/start.hpp"

#include <array>

namespace fabricmap::placement {
namespace {

constexpr std::array starts{
    Start{"by slot", start_by_slot},       Start{"by node", start_by_node},
    Start{"greedy growth", grow_greedily}, Start{"tiles", cut_into_tiles},
    Start{"aligned grid", align_grids},    Start{"Scotch", map_by_scotch},
};

}  // namespace

std::span<const Start> all_starts() {
    return starts;
}

std::optional<Mapping> start_by_slot(const StartCase& subject) {
    return by_slot(subject.problem);
}

std::optional<Mapping> start_by_node(const StartCase& subject) {
    return by_node(subject.problem);
}

}  // namespace fabricmap::placement
