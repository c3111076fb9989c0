// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/progress.hpp"
#include "netcdf_schema/archive/archive.hpp"

#include <filesystem>

namespace fabricmap::clusterizer {

/// Writes a table with a line for each pair: sender, receiver, and its cluster in each range, whose column is
/// named after its lengths in bytes ("1-8192"). Throws FileError where the file exists or cannot be written.
void write_labels(const Archive& archive, const std::filesystem::path& path, bool overwrite,
                  Progress& progress);

}  // namespace fabricmap::clusterizer
