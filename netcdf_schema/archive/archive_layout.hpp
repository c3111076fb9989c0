// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap {

/// How an archive lies in its file; the one place that knows. Private to this room. Layout: docs/formats.md.

inline constexpr int archive_version = 1;
/// Labels lie in tiles of this many senders and receivers: what is read to know one of them.
inline constexpr std::size_t tile_ranks = 512;
/// The same for means and for exceptions.
inline constexpr std::size_t piece_values = 8192;

/// Their numbers in the file; -1 for those of the exceptions where there are none.
struct ArchiveVariables {
    int info = -1;
    int data = -1;
    int exception_begin = -1;
    int exception_receiver = -1;
    int exception_plane = -1;
    int exception_value = -1;
};

/// What is read of an archive before any of its values.
struct ArchiveContent {
    ArchiveHeader header;
    ArchiveVariables variables;
    std::vector<std::int64_t> exception_begin;  ///< of each sender, and the end; empty where there are none
};

/// Where each range begins in `data`, and where the last one ends.
[[nodiscard]] std::vector<std::size_t> data_offsets(const std::vector<ClusterRange>& ranges);

/// The type of the labels: the smallest that has a number for each cluster (NC_UBYTE, NC_USHORT or NC_UINT).
[[nodiscard]] int label_type(const std::vector<ClusterRange>& ranges);

/// What an archive says of itself in global attributes, in define mode and back.
void put_facts(const NetcdfFile& file, const ArchiveHeader& archive);
[[nodiscard]] ArchiveFacts read_facts(const NetcdfFile& file);
/// Nothing where the file is no archive of ours.
[[nodiscard]] std::optional<std::int64_t> read_archive_version(const NetcdfFile& file);
/// Throws FileError where the file does not tell it.
[[nodiscard]] std::int64_t read_exception_count(const NetcdfFile& file);

/// Defines and writes the header of a file in define mode; afterwards the file is in data mode and holds no
/// label, mean or exception.
[[nodiscard]] ArchiveVariables write_archive_header(NetcdfFile& file, const ArchiveHeader& header);

/// Throws FileError where it is damaged or of a newer version.
[[nodiscard]] ArchiveContent read_archive_header(const NetcdfFile& file);

/// Throws FileError "PATH: what: the archive is damaged; ..." with the remedy.
[[noreturn]] void refuse_damaged(const NetcdfFile& file, std::string_view what);

/// Titles of archives end with it; their runs' do not.
inline constexpr std::string_view title_ending = " (clusters of pairs)";

}  // namespace fabricmap
