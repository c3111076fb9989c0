// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/progress.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/synthetic/synthetic_run.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::lab {

/// Where and how a synthetic run is written.
struct RunFiles {
    std::filesystem::path prefix;
    std::vector<Statistic> statistics;
    RunWriter::Existing existing = RunWriter::Existing::refuse;
    std::string command_line;
};

/// Writes PREFIX_median.nc and so on row by row; holds some rows a processor, never a plane. Nothing remains
/// of a run that was interrupted. Throws FileError, and Error with ExitCode::interrupted after a signal.
void write_run(const SyntheticRun& synthetic, const RunFiles& files, Progress& progress);

/// One line on what was written and where it lies.
[[nodiscard]] std::string summary_of(const SyntheticRun& synthetic, const RunFiles& files);

}  // namespace fabricmap::lab
