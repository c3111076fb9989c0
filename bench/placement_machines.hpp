// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/machine/slots.hpp"
#include "placement/patterns/pattern.hpp"
#include "placement/problem/problem.hpp"
#include "placement/problem/weighing.hpp"
#include "placement/valuing/surroundings.hpp"

#include <string>

namespace fabricmap::bench {

/// The delays of a synthetic run.
[[nodiscard]] placement::HostDelays delays_of(const std::string& scenario);

/// All hosts in an order drawn by chance.
[[nodiscard]] placement::Slots shuffled_slots(const placement::HostDelays& delays, int slots_per_host,
                                              std::uint64_t seed);

/// A machine with a pattern on it, ready to be searched.
struct PlacedCase {
    placement::Slots slots;
    placement::Problem problem;
    placement::Surroundings surroundings;
};
[[nodiscard]] PlacedCase case_of(const placement::HostDelays& delays, placement::Slots slots,
                                 const placement::Pattern& pattern);

/// Points drawn in the unit square; each sends to its nearest.
[[nodiscard]] placement::Pattern geometric_pattern(int ranks, int partners, std::uint64_t seed);

}  // namespace fabricmap::bench
