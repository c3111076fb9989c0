// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/archive/archive.hpp"

#include <cstddef>
#include <filesystem>
#include <span>

namespace fabricmap::clusterizer {

/// Joins archives of one statistic whose lengths follow upon each other into one, which appears when it is
/// whole; what stood there is replaced. Every value is the one that the archives have. Ranges over which the
/// same pairs belong together become one. `run` is what the archive says of its run, with all lengths.
///
/// The thresholds and the largest error are those of the worst part; the exceptions allowed to a pair in a
/// range are those of all ranges that became one. Memory grows with the ranks, not with the pairs; clusters
/// of several ranges are held in `memory_limit` at most. Many parts are joined in groups, so that few files
/// are open at once; the groups lie beside the parts until all is done. Throws FileError.
ArchiveHeader join_archives(std::span<const std::filesystem::path> parts, const RunDescription& run,
                            const std::filesystem::path& path, std::size_t memory_limit);

}  // namespace fabricmap::clusterizer
