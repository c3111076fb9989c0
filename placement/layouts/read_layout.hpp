// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/placing/place.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// A placement as a file has it. One of the two is not empty.
struct ReadPlacement {
    PerRank<std::string> host_of;
    PerSlot<RankIndex> rank_on_slot;  ///< "cray" and "permutation" name no hosts
};

/// Reads any layout that network_place writes. The content decides, not the name. Throws FileError with the
/// line and the reason.
[[nodiscard]] ReadPlacement read_layout(const std::filesystem::path& path);

}  // namespace fabricmap::placement
