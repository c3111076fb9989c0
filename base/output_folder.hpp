// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace fabricmap {

/// Throws FileError unless files can be made in the folder that the path lies in.
void require_folder_of(const std::filesystem::path& path);

}  // namespace fabricmap
