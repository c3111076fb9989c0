// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

namespace fabricmap {

/// Whether messages from one host to another, which are not the same, meet the fault of a host, a link, a
/// switch or a cable, on the side that is faulty. A slow rank is met where it is alone on its host.
[[nodiscard]] bool meets(const Fabric& fabric, const Fault& fault, int sender, int receiver);

}  // namespace fabricmap
