// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// Of a slot among those that by slot fills, in its order.
enum SlotIndex : std::int32_t {};
template <typename Value>
using PerSlot = Indexed<SlotIndex, Value>;

/// A placement as a file has it. One of the two is not empty.
struct ReadPlacement {
    PerRank<std::string> host_of;
    PerSlot<RankIndex> rank_on_slot;  ///< "cray" and "permutation" name no hosts
};

/// Reads any layout that network_place writes. The content decides, not the name. Throws FileError with the
/// line and the reason.
[[nodiscard]] ReadPlacement read_layout(const std::filesystem::path& path);

}  // namespace fabricmap::placement
