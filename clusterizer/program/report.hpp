// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/archive/archive.hpp"

#include <filesystem>
#include <string>

namespace fabricmap::clusterizer {

/// A line about an archive just written: how small, how far off, how many clusters.
[[nodiscard]] std::string summary_of(const ArchiveHeader& header, const std::filesystem::path& path);

/// What `--info` prints: the run, sizes, rule and errors, and for each range its clusters with their delays
/// and members; without `is_verbose` the first of each, in 24 lines of 100 columns. Reads all labels.
[[nodiscard]] std::string report_on(const Archive& archive, const std::filesystem::path& path,
                                    bool is_verbose);

}  // namespace fabricmap::clusterizer
