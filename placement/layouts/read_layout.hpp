// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// A placement as a file has it. One of the two is not empty.
struct ReadPlacement {
    std::vector<std::string> host_of;  ///< of each rank
    /// The rank on each slot, in the order in which by slot fills them: "cray" and "permutation" name no
    /// hosts.
    std::vector<int> rank_on_slot;
};

/// Reads any layout that network_place writes. The content decides, not the name. Throws FileError with the
/// line and the reason.
[[nodiscard]] ReadPlacement read_layout(const std::filesystem::path& path);

}  // namespace fabricmap::placement
