// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace fabricmap {

inline constexpr std::string_view synthetic_prefix = "synthetic:";

/// Whether the name is "synthetic:SCENARIO", of a run that lies nowhere.
[[nodiscard]] inline bool is_synthetic(std::string_view name) noexcept {
    return name.starts_with(synthetic_prefix);
}

/// Opens whatever holds delays: the prefix of a set of files or one file of it, ours or the older toolkit's
/// (plain, archive, 2024 variant, text), what another tool printed (see other_tools/), a list of pairs, or
/// the prefix of a run that lies in parts; "FILE:2" is the second of the runs that were printed into one file
/// of text, "FILE:GB/s" a list whose numbers are that; "PREFIX_collectives.nc:gather" are the matrices of a
/// collective operation by roots (open_root_matrices); "synthetic:SCENARIO" (see find_scenario) is made by a
/// model on the spot. The content decides, not the name. Planes that an interrupted run left half written are
/// not shown. Throws FileError with the path and the reason when it is none of these, damaged or unreadable,
/// and UsageError where a model cannot show the scenario.
[[nodiscard]] Run open_run(const std::filesystem::path& path);

/// The files that such a run is read from; none where the path names no file and no prefix.
[[nodiscard]] std::vector<std::filesystem::path> files_of_run(const std::filesystem::path& path);

}  // namespace fabricmap
