// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace fabricmap {

/// Where a copy of a run goes, and what its history says of its making.
struct CopyDestination {
    std::filesystem::path prefix;
    RunWriter::Existing existing = RunWriter::Existing::refuse;
    std::string history;
    bool without_diagonal = false;  ///< delays of a rank with itself become NaN
};

/// Writes some statistics of a run, from whatever it was opened, as plain files of ours. Calls `plane_done`
/// after each length; what it throws ends the copy. Throws FileError; nothing stays of a copy that failed.
void copy_run(const Run& run, std::span<const Statistic> statistics, const CopyDestination& destination,
              const std::function<void()>& plane_done);

}  // namespace fabricmap
