// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace fabricmap {

/// Reads an HDF5 file once, all that later reads may touch, in a process that may crash in our stead. For
/// files without a structure checksum; costs as much as reading them. Private to this room.
///
/// Whoever calls is alone in the libraries, which are not safe for several threads; so the new process finds
/// them in order whatever the other threads were about. Throws FileError where it crashed or found no end,
/// or where the header announces more than the file can hold.
void require_survivable(const std::filesystem::path& path);

}  // namespace fabricmap
