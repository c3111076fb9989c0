// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::placement {

/// Of a host among those that are used, in the order in which a launcher fills them; a HostIndex is that
/// among all hosts of the run.
enum PlaceIndex : std::int32_t {};
inline constexpr PlaceIndex nowhere{-1};

template <typename Value>
using PerPlace = Indexed<PlaceIndex, Value>;
using PlaceList = std::vector<PlaceIndex>;

}  // namespace fabricmap::placement
