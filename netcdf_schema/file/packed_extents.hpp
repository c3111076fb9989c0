// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fabricmap {

/// Where a packed piece of a variable lies in its file.
struct PackedExtent {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// Of all variables of an HDF5 file that is closed, in the order of the file. Private to this room. Throws
/// FileError with the path.
[[nodiscard]] std::vector<PackedExtent> packed_extents(const std::filesystem::path& path);

}  // namespace fabricmap
