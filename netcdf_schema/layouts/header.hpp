// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/netcdf_file.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// The attributes that tell archives and files of collective operations from other files of ours.
inline constexpr const char* archive_attribute = "fabricmap_archive";
inline constexpr const char* collectives_attribute = "fabricmap_collectives";

/// How a RunDescription lies in our files; the one place that knows. Private to this room. Layout:
/// docs/formats.md.

/// Defines, in define mode, where the ranks run: the dimension x, their hosts, cores, and which were left
/// out.
void define_locations(netCDF::NcGroup& header, const RunDescription& description);
/// The values of the same, in data mode.
void write_locations(const NetcdfFile& file, const RunDescription& description);
/// The ranks and the excluded hosts; host_name has been checked (require_host_names).
void read_locations(const NetcdfFile& file, RunDescription& description);

/// Defines, in define mode, what a file of delays says of its run: the dimension x, the published header,
/// and the places of the ranks. The attributes: attributes.hpp.
void define_run(netCDF::NcGroup& header, const RunDescription& description, Statistic statistic);
/// The values of the same, in data mode.
void write_run(const NetcdfFile& file, const RunDescription& description, Statistic statistic);

/// As the attribute `units` has it.
[[nodiscard]] constexpr std::string_view unit_of(Statistic statistic) noexcept {
    return statistic == Statistic::count ? "1" : "s";
}

/// Numbers of the variables that have a value for each plane; -1 where a file lacks one.
struct PlaneVariables {
    int data = -1;
    int message_length = -1;
    int coordinate = -1;  ///< the same numbers under the dimension's name
    int record_time = -1;
    int quality = -1;   ///< in the count file alone
    int outliers = -1;  ///< the same
    int bytes = -1;     ///< of all messages together, in a file of traffic alone
};

/// Defines and writes the header of a plain file in define mode; afterwards the file is in data mode and
/// holds no plane. Attributes that change later have their full size from the start.
PlaneVariables write_header(NetcdfFile& file, const RunDescription& description, Statistic statistic);
/// The same of a file of traffic, whose planes hold numbers of messages and of bytes.
PlaneVariables write_traffic_header(NetcdfFile& file, const RunDescription& description);

/// Whether the file says that it is one of ours, of any schema version.
[[nodiscard]] bool has_our_schema(const NetcdfFile& file);
/// Of those, whether it is an archive, of any version.
[[nodiscard]] bool is_archive(const NetcdfFile& file);
/// Whether it holds collective operations, of any version.
[[nodiscard]] bool holds_collectives(const NetcdfFile& file);

/// Throws FileError where the file is not one of ours, or has a newer schema version.
void require_known_schema(const NetcdfFile& file);
/// Throws FileError unless there is a name for each rank.
void require_host_names(const NetcdfFile& file, std::size_t ranks);

/// Throws FileError where what our readers insist upon is missing, has the wrong shape, or has a newer schema
/// version.
[[nodiscard]] PlaneVariables find_plane_variables(const NetcdfFile& file);

/// Everything but the lengths: `message_lengths` stays empty.
[[nodiscard]] RunDescription read_description(const NetcdfFile& file);
[[nodiscard]] std::optional<Statistic> read_statistic(const NetcdfFile& file);
/// The lengths that the run set out to measure, in their order; empty where the header does not tell.
[[nodiscard]] std::vector<std::int64_t> read_planned_lengths(const NetcdfFile& file);
[[nodiscard]] std::optional<std::string> read_run_id(const NetcdfFile& file);

/// In place, in data mode: whatever a file of an older schema version has no room for stays as it is.
/// History that does not fit the room that was kept for it loses lines in its middle.
void update_resumed(NetcdfFile& file, const RunDescription& run);
/// The same of the hosts that are left out alone.
void update_left_out(const NetcdfFile& file, const RunDescription& run);
/// Bits of the variable `excluded`.
inline constexpr int excluded_mask = 1;
inline constexpr int unresponsive_mask = 2;

/// How many planes of a run are complete, from the first: record_time above 0. All of them where it is
/// unknown. Throws FileError where the file ends within a complete plane.
[[nodiscard]] std::vector<bool> read_complete_records(const NetcdfFile& file,
                                                      const PlaneVariables& variables);
/// One per record that may be complete.
[[nodiscard]] std::vector<std::int64_t> read_record_lengths(const NetcdfFile& file,
                                                            const PlaneVariables& variables,
                                                            std::size_t records);

}  // namespace fabricmap
