// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "netcdf_schema/run/run_sink.hpp"
#include "network_test/request/options.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::network_test {

// Where a run goes (`--output`): the one place that knows plain files from archives that grow.

/// What stands at the prefix for --resume, or nothing. Throws UsageError where it was begun with another
/// --output, FileError where it cannot be read.
[[nodiscard]] std::optional<RunDescription> describe_earlier_run(const Options& options);

/// Lines that say what a resumed run has, lacks and is still to get.
[[nodiscard]] std::vector<std::string> notes_of_resumed(const Options& options, const RunDescription& run,
                                                        const RunSink& sink);

/// Throws the FileError with which a new run would be refused, and makes nothing: for what is asked before
/// its lengths are known.
void check_destination(const Options& options, const RunDescription& run);

/// Begins the run on disk, or continues the one that was described. Throws FileError.
[[nodiscard]] std::unique_ptr<RunSink> open_output(const Options& options, const RunDescription& run,
                                                   bool resumes);

/// What the run takes on disk at its peak.
[[nodiscard]] double bytes_on_disk(const Options& options, std::int64_t ranks, std::size_t lengths);

/// What waiting for the disk takes for each length, by a trial with a small file beside the run's; s. 0 with
/// --no-sync, or where no file can be made there.
[[nodiscard]] double disk_seconds_of_a_length(const Options& options);

/// What to look for when a run was interrupted: "PREFIX_*.nc" or "PREFIX.parts".
[[nodiscard]] std::string path_of_unfinished(const Options& options);

/// Lines for those who are about to write very much, or beside what belongs to another run; to be asked for
/// when the run is begun.
[[nodiscard]] std::vector<std::string> output_notes(const Options& options, std::int64_t ranks,
                                                    std::size_t lengths);

}  // namespace fabricmap::network_test
