// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/machine/slots.hpp"
#include "placement/patterns/pattern.hpp"
#include "placement/starts/start.hpp"

namespace fabricmap::placement {

/// What is known of the hosts of the slots. `weighing` has delays of the messages.
[[nodiscard]] Surroundings surroundings_of(const HostDelays& delays, const Slots& slots,
                                           const HostMatrix& distances);

}  // namespace fabricmap::placement
