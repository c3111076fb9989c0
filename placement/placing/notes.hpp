// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/placing/place.hpp"

namespace fabricmap::placement {

/// What limits the result, as whole sentences.
void add_notes(Placement& placement);

}  // namespace fabricmap::placement
