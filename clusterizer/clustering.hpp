// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/plan.hpp"
#include "command_line/progress.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <string>

namespace fabricmap::clusterizer {

/// Where the archive goes, and what it says of its making.
struct Destination {
    std::filesystem::path path;
    bool overwrite = false;
    std::string command_line;
};

/// Clusters one statistic of the run and writes the archive, which appears when it is whole. The values are
/// read once, beside a sample; memory stays below settings.memory_limit, however large the run is. The result
/// is the same for any number of threads. Throws FileError where the run cannot be read or the archive not
/// be written, UsageError where the memory allowed does not suffice.
ArchiveHeader write_archive(const Run& run, Statistic statistic, const Settings& settings,
                            const Destination& destination, Progress& progress);

}  // namespace fabricmap::clusterizer
