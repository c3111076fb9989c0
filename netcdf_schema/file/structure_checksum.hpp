// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace fabricmap {

/// HDF5 crashes on files whose structure is damaged: most of it carries no checksum. So our archives end with
/// one, over every byte that is not packed data (which have their own), behind what HDF5 takes for the file.
/// Private to this room. Layout: docs/formats.md.

/// Appends it to an HDF5 file that is whole and closed. Throws FileError with the path.
void append_structure_checksum(const std::filesystem::path& path);

/// Whether the file ends with one. Throws FileError where it does and the file is not what was written.
[[nodiscard]] bool check_structure(const std::filesystem::path& path);

/// Throws FileError "PATH: the file is cut off or damaged; copy it again".
[[noreturn]] void refuse_damaged_file(const std::filesystem::path& path);

}  // namespace fabricmap
