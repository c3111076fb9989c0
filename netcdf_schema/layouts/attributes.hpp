// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/netcdf_file.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <string>

namespace fabricmap {

/// What our files say of a run in global attributes; the one place that knows. Private to this room. Layout:
/// docs/formats.md.

/// In define mode.
void define_attributes(const NetcdfFile& file, const RunDescription& description);
/// The same, for a run that is measured now: what changes later has its full size from the start, and the
/// planned lengths are told where the published header cannot.
void keep_room_for_growth(const NetcdfFile& file, const RunDescription& description);

/// The run's own, or one that tells what was measured.
[[nodiscard]] std::string title_of(const RunDescription& description);

/// Of any schema version. The excluded hosts, too, where they are told by attributes alone.
void read_attributes(const NetcdfFile& file, RunDescription& description);

/// In place, in data mode: whatever a file of an older schema version has no room for stays as it is.
/// History that does not fit the room that was kept for it loses lines in its middle.
void update_history(const NetcdfFile& file, const std::string& history);
void update_finished(const NetcdfFile& file, const std::string& finished, bool complete);
void update_measured(const NetcdfFile& file, const RunDescription& run);

}  // namespace fabricmap
