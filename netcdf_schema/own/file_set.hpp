// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/netcdf_file.hpp"
#include "netcdf_schema/layouts/header.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// Throws UsageError where the numbers of a description do not fit a file, FileError where no file can be
/// made at the prefix.
void check_description(const RunDescription& description);
void check_folder(const std::filesystem::path& prefix);
/// Throws FileError where a run stands at the prefix, in plain files or in parts.
void refuse_existing(const std::filesystem::path& prefix);
void remove_existing(const std::filesystem::path& prefix);
/// Throws FileError unless the disk has so many bytes, with those that will be given back to it.
void check_space(const std::filesystem::path& prefix, double bytes, double bytes_given_back);
[[nodiscard]] std::string random_run_id();

/// The six files of a run that is being written. Private to this room.
struct StatisticFile {
    Statistic statistic;
    NetcdfFile file;
    PlaneVariables variables;
};
using FileSet = std::vector<StatisticFile>;

/// Throws the FileError with which create_file_set would refuse the place; makes nothing.
void check_destination(const std::filesystem::path& prefix, const RunDescription& description, bool overwrite,
                       std::span<const Statistic> statistics);

/// One for each of the statistics, or FileError and none. What stands at the prefix is refused or replaced as
/// a whole: files of another run would not fit beside the new ones. Files are made beside their final names
/// and renamed when their headers are written.
[[nodiscard]] FileSet create_file_set(const std::filesystem::path& prefix, const RunDescription& description,
                                      bool overwrite, std::span<const Statistic> statistics);

/// Opens those that are there for writing.
[[nodiscard]] FileSet reopen_file_set(const std::filesystem::path& prefix, const RunDescription& description);
/// Makes those that the set lacks, with no plane; they get their names when `fill` has filled them.
void add_missing_files(FileSet& files, const std::filesystem::path& prefix, const RunDescription& description,
                       const std::function<void()>& fill);
[[nodiscard]] std::vector<Statistic> missing_of(const FileSet& files);

/// Lengths of the first planes that are complete in every file, and the same in each.
[[nodiscard]] std::vector<std::int64_t> complete_lengths_of(const FileSet& files);

/// Throws FileError where a file has fewer complete planes than a kill could have left it behind the others:
/// one that was missing for a while, for whose sake they would lose theirs.
void refuse_older_files(const FileSet& files);

/// Takes the mark of completeness from every record from `first` on.
void forget_planes_from(const FileSet& files, std::size_t first);

/// Of a plane, under both its names.
void write_length(const StatisticFile& entry, std::size_t plane, std::int64_t length_bytes);
void write_record_time(const StatisticFile& entry, std::size_t plane, double seconds);

}  // namespace fabricmap
