// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/slots.hpp"

namespace fabricmap::placement {

/// The hosts that are nearest to each other, as many as hold the ranks, each as a whole: grown from every
/// host and from groups, then exchanged one by one as long as that brings them nearer. In the order of
/// `slots`. `distances`: of these slots' hosts. All of them where all are needed.
[[nodiscard]] Slots choose_hosts(const Slots& slots, const PlaceLevels& levels, const HostMatrix& distances,
                                 int ranks);

}  // namespace fabricmap::placement
